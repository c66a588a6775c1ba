-- Goofspiel: both players bid a card for each prize, at the same time.

local lab = require "boardlab"

-- The cards in `count` slots after the one at `first`; 0 is a card that was used.
local function cards(slots, first, count)
  local list = {}
  for i = first + 1, first + count do
    if slots[i] > 0 then list[#list + 1] = slots[i] end
  end
  return list
end

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
  -- Each card has its slot; the prize is the card that is turned up.
  state = function(o)
    return { hand = { 2 * o.cards, kind = "hand" }, to_come = { o.cards, kind = "deck" },
      prize = { 1, kind = "deck" }, points = { 2, kind = "score" } }
  end,

  start = function(s, _, o)
    for card = 1, o.cards do
      s.hand[card], s.hand[o.cards + card], s.to_come[card] = card, card, card
    end
  end,

  chance = function(s, _, o) return s.prize[1] == 0 and cards(s.to_come, 0, o.cards) or nil end,

  roll = function(s, prize) s.prize[1], s.to_come[prize] = prize, 0 end,

  moves = function(s, seat, o) return cards(s.hand, (seat - 1) * o.cards, o.cards) end,

  play = function(s, bids, _, o)
    local winner = bids[1] > bids[2] and 1 or bids[1] < bids[2] and 2
    if winner then s.points[winner] = s.points[winner] + s.prize[1] end
    s.hand[bids[1]], s.hand[o.cards + bids[2]], s.prize[1] = 0, 0, 0
  end,

  score = function(s) return { s.points[1], s.points[2] } end,

  outcome = function(s, _, o) return #cards(s.hand, 0, o.cards) == 0 or nil end,
}
