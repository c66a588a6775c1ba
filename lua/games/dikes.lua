-- Dikes: a cooperative game. The players hold back the water together, or all of them lose.

local lab = require "boardlab"

local BREAKS = 5 -- the height of the water that breaks a dike

return lab.rules {
  name = "dikes",
  title = "Dikes",
  summary = "a cooperative game: keep the water below the dikes until the storm is over",
  about = "A row of dikes holds back the sea. All players play together, each with a crew at a\n"
    .. "dike. A turn begins with a wave: the water rises by 1 at a dike chosen at random. Then\n"
    .. "the player leaves the crew where it is, which lowers the water there by 2, or moves it\n"
    .. "to a dike next to it and lowers the water there by 1. When the water at a dike reaches\n"
    .. "5, the dike breaks, and all lose. After `waves` waves, all win.\n"
    .. "Moves: the number of a dike. Rolls: where the water rises.",
  options = {
    players = { default = 2, min = 1, max = 4, help = "number of players" },
    dikes = { default = 6, min = 2, max = 9, help = "number of dikes" },
    waves = { default = 20, min = 1, max = 99, help = "waves of the storm" },
  },
  teams = function(o)
    local all = {}
    for seat = 1, o.players do all[seat] = seat end
    return { all }
  end,
  example = "3 2",
  state = function(o) return { water = { o.dikes }, crew = { o.players }, waves = 1, hit = 1 } end,

  start = function(s, _, o)
    for seat = 1, o.players do s.crew[seat] = (seat - 1) % o.dikes + 1 end
  end,

  chance = function(s, _, o)
    if s.hit > 0 then return nil end
    local list = {}
    for dike = 1, o.dikes do list[dike] = dike end
    return list
  end,

  roll = function(s, dike)
    s.water[dike], s.hit, s.waves = s.water[dike] + 1, dike, s.waves + 1
  end,

  moves = function(s, seat, o)
    local at, list = s.crew[seat], {}
    for dike = math.max(at - 1, 1), math.min(at + 1, o.dikes) do list[#list + 1] = dike end
    return list
  end,

  play = function(s, dike, seat)
    local by = dike == s.crew[seat] and 2 or 1
    s.water[dike], s.crew[seat], s.hit = math.max(s.water[dike] - by, 0), dike, 0
  end,

  outcome = function(s, _, o)
    if s.hit > 0 and s.water[s.hit] >= BREAKS then return "loss" end
    return s.waves == o.waves and s.hit == 0 and 1 or nil
  end,

  scene = function(s, o)
    local marks, pieces = {}, {}
    local function at(dike) return string.char(96 + dike) .. "1" end
    for dike = 1, o.dikes do marks[dike] = { at = at(dike), label = "~" .. s.water[dike] } end
    for seat = 1, o.players do pieces[seat] = { at = at(s.crew[seat]), seat = seat } end
    return { columns = o.dikes, rows = 1, marks = marks, pieces = pieces,
      highlights = s.hit > 0 and { at(s.hit) } or nil,
      notes = { ("wave %d of %d"):format(s.waves, o.waves) } }
  end,

  draw = function(s, o)
    local crews = {}
    for dike = 1, o.dikes do crews[dike] = "" end
    for seat = 1, o.players do crews[s.crew[seat]] = crews[s.crew[seat]] .. seat end
    for dike = 1, o.dikes do crews[dike] = crews[dike] == "" and "." or crews[dike] end
    return ("water: %s\ncrews: %s\nwave %d of %d%s"):format(table.concat(s.water, " "),
      table.concat(crews, " "), s.waves, o.waves, s.hit > 0 and ", hit: " .. s.hit or "")
  end,
}
