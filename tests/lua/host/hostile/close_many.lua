-- Many to-be-closed variables, each of which loops, in code that is loaded later.
-- expect: forfeit: to-be-closed variables (<close>) are not available to plugins
return { choose = function()
  local pile = assert(load([[
    local pile, n = ...
    local meta = {}
    local _ <close> = setmetatable({}, meta)
    meta.__close = function() while true do end end
    if n > 0 then pile(pile, n - 1) end
    while true do end
  ]]))
  pile(pile, 150)
end }
