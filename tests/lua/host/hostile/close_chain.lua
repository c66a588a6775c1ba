-- Coroutines that close each other in __close: Lua before 5.4.6 does not count these
-- calls and overflows the C stack.
-- expect: forfeit: variable '(for state)' got a non-closable value
-- budget: 20000000
return { choose = function(s)
  local function close_previous(value)
    if value[1] then coroutine.close(value[1]) end
  end
  local function nest(previous)
    local meta = {}
    local value = setmetatable({ previous }, meta)
    meta.__close = close_previous
    local co = coroutine.create(function()
      for _ in function() return 1 end, nil, nil, value do coroutine.yield() end
    end)
    assert(coroutine.resume(co))
    return co
  end
  local co
  for _ = 1, 9000 do co = nest(co) end
  coroutine.close(co)
  return s:random_move()
end }
