-- Loads bytecode, which can crash the virtual machine.
-- expect: fine
return { choose = function(s)
  local code, why = load("\27LuaT\0\25\147\r\n\26\n", "code", "b")
  assert(code == nil and why:find "binary")
  assert(not load("\27Lua", "code", "bt"))
  return s:random_move()
end }
