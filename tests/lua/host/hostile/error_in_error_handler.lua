-- A message handler that itself raises errors.
-- expect: forfeit: error_in_error_handler.lua:4: once more
return { choose = function()
  xpcall(error, function() error "once more" end)
end }
