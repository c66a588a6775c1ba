-- Looks for the key under which Lua finds the function of a callable table, in order to put a table
-- there. Callable tables work as ever.
-- expect: fine
local function add(self, x) return self.n + x end
local function check(meta, t)
  local keys = {}
  for k in pairs(meta) do keys[#keys + 1] = k end
  for k in next, meta do keys[#keys + 1] = k end
  keys[#keys + 1] = next(meta)
  assert(table.concat(keys, " ") == "__call __index __call __index __call")
  for k in pairs(meta) do assert(rawget(meta, k) == meta[k]) end
  assert(t(1) == 3 and pcall(t, 1) and select(2, pcall(t, 2)) == 4)
end
return { choose = function(s)
  local meta = { __call = add, __index = { n = 2 } }
  local t = setmetatable({}, meta)
  for _ = 1, 3 do check(meta, t) end
  meta.__call = function() return 7 end
  setmetatable({}, meta)
  assert(t() == 7)
  meta.__call = nil
  assert(next(meta) == "__index")
  setmetatable({}, meta)
  assert(not pcall(t))
  assert(next(setmetatable({ __call = add }, {})) == "__call")
  local alone = { __call = add }
  setmetatable({}, alone)
  alone.__call = nil
  assert(next(alone) == nil)
  for _ in pairs(alone) do error "found" end
  return s:random_move()
end }
