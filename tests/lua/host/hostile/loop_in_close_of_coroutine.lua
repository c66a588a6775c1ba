-- Lets a coroutine exceed its budget and closes it in a __close: the loop in the
-- coroutine's own __close would then run without hooks.
-- expect: forfeit: exceeded its budget
return { choose = function()
  local function close_with(f)
    local meta = {}
    local value = setmetatable({}, meta)
    meta.__close = f
    return function() return 1 end, nil, nil, value
  end
  local co = coroutine.create(function()
    pcall(function()
      for _ in close_with(function() while true do end end) do break end
    end)
    while true do end
  end)
  pcall(function()
    for _ in close_with(function() coroutine.close(co) end) do break end
  end)
  coroutine.resume(co)
end }
