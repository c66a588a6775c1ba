-- Many to-be-closed variables, each of which loops.
-- expect: forfeit: exceeded its budget
return { choose = function()
  local function loop() while true do end end
  local function pile(n)
    local _ <close> = setmetatable({}, { __close = loop })
    if n > 0 then pile(n - 1) end
    while true do end
  end
  pile(150)
end }
