-- Leaves a loop by `break`, past a closure: Lua before 5.4.6 forgets to close the
-- loop's fourth value, which then dangles on the stack when the function is left by a
-- tail call.
-- expect: forfeit: variable '(for state)' got a non-closable value
return { choose = function(s)
  local meta = {}
  local value = setmetatable({}, meta)
  meta.__close = function() return s:random_move() end
  local function each() return function() return 1 end, nil, nil, value end
  local function deep(n) return n == 0 and 0 or 1 + deep(n - 1) end
  local function leave()
    local keep
    for i in each() do
      local j = i
      keep = function() return j end
      if keep() then break end
    end
    return deep(1000)
  end
  for _ = 1, 100 do leave() end
  return s:random_move()
end }
