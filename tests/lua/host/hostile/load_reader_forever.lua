-- A reader that gives the parser blanks without end.
-- expect: forfeit: load_reader_forever.lua
return { choose = function()
  local blanks = (" "):rep(60000)
  load(function() return blanks end)
end }
