-- Lets a coroutine exceed its budget and closes it in a __close: the loop in the
-- coroutine's own __close would then run without hooks.
-- expect: forfeit: exceeded its budget
return { choose = function()
  local function closing(f) return setmetatable({}, { __close = f }) end
  local co = coroutine.create(function()
    local _ <close> = closing(function() while true do end end)
    while true do end
  end)
  local _ <close> = closing(function() coroutine.close(co) end)
  coroutine.resume(co)
end }
