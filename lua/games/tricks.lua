-- A small card game: who takes more tricks? Neither player sees the other's hand.

local lab = require "boardlab"

-- Where a card is: the hand of seat 1 or 2, on the table, played before, or not dealt. HIDDEN is
-- any place that a seat does not see: the other's hand, or not dealt.
local TABLE, PLAYED, UNDEALT, HIDDEN = 3, 4, 0, 5

local MANY = 20 -- cards that fit in a note

local function count(place, what)
  local n = 0
  for i = 1, #place do
    if place[i] == what then n = n + 1 end
  end
  return n
end

local function tricks_text(s, seat)
  local n = s.tricks[seat]
  return ("seat %d: %d trick%s"):format(seat, n, n == 1 and "" or "s")
end

local function find(place, what)
  for i = 1, #place do
    if place[i] == what then return i end
  end
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
  state = function(o) return { place = { o.cards }, tricks = { 2 } } end,

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

  play = function(s, card, seat)
    local led = find(s.place, TABLE)
    if not led then
      s.place[card] = TABLE
      return
    end
    s.place[led], s.place[card] = PLAYED, PLAYED
    local winner = card > led and seat or 3 - seat
    s.tricks[winner] = s.tricks[winner] + 1
    return winner
  end,

  outcome = function(s)
    if find(s.place, 1) or find(s.place, 2) or find(s.place, TABLE) then return nil end
    local one, two = s.tricks[1], s.tricks[2]
    return one > two and 1 or one < two and 2 or "draw"
  end,

  observe = function(s, seat)
    local other = 3 - seat
    for card = 1, #s.place do
      if s.place[card] == other or s.place[card] == UNDEALT then s.place[card] = HIDDEN end
    end
  end,

  -- What was dealt and neither played nor in the seat's hand, the other player has.
  redraw = function(s, seat, rng, o)
    local hidden = {}
    for card = 1, #s.place do
      if s.place[card] == HIDDEN then hidden[#hidden + 1] = card end
    end
    rng:shuffle(hidden)
    local seen = count(s.place, seat) + count(s.place, TABLE) + count(s.place, PLAYED)
    local hand = 2 * o.hand - seen
    for i, card in ipairs(hidden) do s.place[card] = i <= hand and 3 - seat or UNDEALT end
  end,

  -- The board is the table, with the card that was led.
  scene = function(s)
    local led, hands, hidden, notes = find(s.place, TABLE), {}, {}, {}
    for seat = 1, 2 do
      notes[seat] = tricks_text(s, seat)
      for card, place in ipairs(s.place) do
        if place == seat then
          hands[#hands + 1] = { seat = seat, shape = "square", label = tostring(card) }
        end
      end
    end
    for card, place in ipairs(s.place) do
      if place == HIDDEN then hidden[#hidden + 1] = card end
    end
    for i = 1, #hidden, MANY do
      notes[#notes + 1] = "not seen: "
        .. table.concat(hidden, " ", i, math.min(i + MANY - 1, #hidden))
    end
    local card = led and { at = "a1", seat = 3 - s:seat(), shape = "square", label = tostring(led) }
    return { columns = 1, rows = 1, pieces = { card }, hands = hands, notes = notes }
  end,

  draw = function(s)
    local hands = { {}, {} }
    local lines, hidden = {}, {}
    for card, place in ipairs(s.place) do
      if place == 1 or place == 2 then table.insert(hands[place], card) end
      if place == HIDDEN then table.insert(hidden, card) end
    end
    for seat = 1, 2 do
      lines[seat] = tricks_text(s, seat) .. ", hand: "
        .. (#hands[seat] > 0 and table.concat(hands[seat], " ") or "-")
    end
    lines[3] = "table: " .. (find(s.place, TABLE) or "-")
    if #hidden > 0 then lines[4] = "not seen: " .. table.concat(hidden, " ") end
    return table.concat(lines, "\n")
  end,
}
