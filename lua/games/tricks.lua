-- A small card game: who takes more tricks? Neither player sees the other's hand.

local lab = require "boardlab"

-- Where a card is: the hand of seat 1 or 2, not dealt, or played.
local UNDEALT, PLAYED = 0, 3

local function count(place, what)
  local n = 0
  for i = 1, #place do
    if place[i] == what then n = n + 1 end
  end
  return n
end

return lab.rules {
  name = "tricks",
  title = "Tricks",
  summary = "a card game: the higher card takes the trick, most tricks win",
  about = "The cards are numbered from 1. Each player gets a hand; the other cards stay hidden.\n"
    .. "The leader plays a card, then the other player plays one. The higher card takes the\n"
    .. "trick, and its player leads next. When the hands are empty, the player\n"
    .. "with more tricks wins.\n"
    .. "Moves: the number of a card.",
  options = {
    cards = { default = 12, min = 4, max = 30, help = "cards in the deck" },
    hand = { default = 5, min = 1, max = 15, help = "cards of each player" },
  },
  max_moves = 15,
  state = function(o)
    local piles = { [UNDEALT] = "not dealt", [PLAYED] = "played" }
    return { place = { o.cards, kind = "hand", piles = piles }, trick = { 2, kind = "hand" },
      tricks = { 2, kind = "score" } }
  end,

  start = function(s, rng, o)
    assert(2 * o.hand <= o.cards, "there are too few cards for two hands")
    local deck = {}
    for card = 1, o.cards do deck[card] = card end
    rng:shuffle(deck)
    for i = 1, 2 * o.hand do s.place[deck[i]] = i % 2 + 1 end
  end,

  moves = function(s, seat)
    local list = {}
    for card = 1, #s.place do
      if s.place[card] == seat then list[#list + 1] = card end
    end
    return list
  end,

  -- A trick stays on the table until somebody leads to the next one.
  play = function(s, card, seat)
    local trick, other = s.trick, 3 - seat
    s.place[card] = PLAYED
    if trick[seat] > 0 then trick[other] = 0 end
    trick[seat] = card
    if trick[other] == 0 then return end
    local winner = card > trick[other] and seat or other
    s.tricks[winner] = s.tricks[winner] + 1
    return winner
  end,

  outcome = function(s)
    for card = 1, #s.place do
      if s.place[card] == 1 or s.place[card] == 2 then return nil end
    end
    local one, two = s.tricks[1], s.tricks[2]
    return one > two and 1 or one < two and 2 or "draw"
  end,

  -- Of the cards that a seat does not see, as many as the other has count as that hand.
  observe = function(s, seat)
    local other = 3 - seat
    local left = count(s.place, other)
    for card, place in ipairs(s.place) do
      if place == other or place == UNDEALT then
        s.place[card], left = left > 0 and lab.hidden - other or lab.hidden, left - 1
      end
    end
  end,

  redraw = function(s, seat, rng)
    local other, hidden = 3 - seat, {}
    local hand = count(s.place, lab.hidden - other)
    for card, place in ipairs(s.place) do
      if place < 0 then hidden[#hidden + 1] = card end
    end
    rng:shuffle(hidden)
    for i, card in ipairs(hidden) do s.place[card] = i <= hand and other or UNDEALT end
  end,
}
