-- The iterator of utf8.codes skips continuation bytes.
-- expect: forfeit: utf8_continuations.lua
-- budget: 20000
return { choose = function()
  local step, text = utf8.codes "a", "a" .. ("\x80"):rep(60000)
  while true do pcall(step, text, 1) end
end }
