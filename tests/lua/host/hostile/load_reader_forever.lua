-- A reader function that returns spaces to the parser endlessly.
-- expect: forfeit: load_reader_forever.lua
return { choose = function()
  local blanks = (" "):rep(60000)
  load(function() return blanks end)
end }
