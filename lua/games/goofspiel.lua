-- Goofspiel: both players bid a card for each prize, at the same time.

local lab = require "boardlab"

-- A hand, and the prizes to come, are sets of cards: bit i - 1 is set for card i.
local function has(set, card) return set >> card - 1 & 1 == 1 end

local function cards(set)
  local list = {}
  for card = 1, 13 do
    if has(set, card) then list[#list + 1] = card end
  end
  return list
end

local function text(set) return set > 0 and table.concat(cards(set), " ") or "-" end

return lab.rules {
  name = "goofspiel",
  title = "Goofspiel",
  summary = "bid for prizes at the same time, with cards that can be used only once",
  about = "The prizes are the cards from 1 to `cards`; each player has the same cards to bid.\n"
    .. "A prize is turned up at random. Both players choose a card of their hand at the same\n"
    .. "time; the higher one takes the prize, and of equal ones neither. Both are used up.\n"
    .. "Whoever has prizes of the higher sum in the end wins.\n"
    .. "Moves: the number of a card. Rolls: the prize.",
  options = { cards = { default = 5, min = 2, max = 13, help = "cards of each player" } },
  example = "3 2 5",
  max_moves = 13,
  simultaneous = true,
  state = { hand = { 2 }, prizes = 1, prize = 1, points = { 2 } },

  start = function(s, _, o)
    s.hand[1], s.hand[2], s.prizes = (1 << o.cards) - 1, (1 << o.cards) - 1, (1 << o.cards) - 1
  end,

  chance = function(s) return s.prize == 0 and cards(s.prizes) or nil end,

  roll = function(s, prize) s.prize, s.prizes = prize, s.prizes ~ 1 << prize - 1 end,

  moves = function(s, seat) return cards(s.hand[seat]) end,

  play = function(s, bids)
    local winner = bids[1] > bids[2] and 1 or bids[1] < bids[2] and 2
    if winner then s.points[winner] = s.points[winner] + s.prize end
    for seat = 1, 2 do s.hand[seat] = s.hand[seat] ~ 1 << bids[seat] - 1 end
    s.prize = 0
  end,

  score = function(s) return { s.points[1], s.points[2] } end,

  outcome = function(s) return s.hand[1] == 0 or nil end,

  scene = function(s)
    local hands, notes, prize = {}, {}, nil
    for seat = 1, 2 do
      notes[seat] = ("seat %d: %d points"):format(seat, s.points[seat])
      for _, card in ipairs(cards(s.hand[seat])) do
        hands[#hands + 1] = { seat = seat, shape = "square", label = tostring(card) }
      end
    end
    if s.prize > 0 then prize = { at = "a1", shape = "square", label = tostring(s.prize) } end
    notes[3] = "prizes to come: " .. text(s.prizes)
    return { columns = 1, rows = 1, pieces = { prize }, hands = hands, notes = notes }
  end,

  draw = function(s)
    return ("seat 1: %d points, hand: %s\nseat 2: %d points, hand: %s\nprize: %s, to come: %s")
      :format(s.points[1], text(s.hand[1]), s.points[2], text(s.hand[2]),
        s.prize > 0 and s.prize or "-", text(s.prizes))
  end,
}
