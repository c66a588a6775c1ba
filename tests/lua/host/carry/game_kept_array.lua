-- Rules that keep the table of an array: from `start`, which is not called again for another
-- game, and from `moves`, to change it in `play`.
local first, kept
return require "boardlab".rules {
  state = { list = 3, plies = 1 },
  start = function(s) first = s.list end,
  moves = function(s)
    if s.plies == 2 then kept = s.list end
    return { 1, 2, 3 }
  end,
  play = function(s, move)
    s.plies = s.plies + 1
    first[move] = first[move] + 1
    if kept then kept[move] = kept[move] + s.plies end
  end,
  outcome = function(s, mover)
    local list, other = s.list, first[1] + first[2] + first[3]
    if s.plies <= 5 + (list[1] + 2 * list[2] + other) % 5 then return nil end
    return list[1] < list[2] and mover or "draw"
  end,
}
