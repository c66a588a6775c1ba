-- A handler that recurses when the stack is full already.
-- expect: fine
return { choose = function(s)
  local function dig() return 1 + dig() end
  pcall(xpcall, dig, dig)
  return s:random_move()
end }
