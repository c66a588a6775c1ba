-- Onitama: pieces that move as cards say, and cards that go to the opponent when they are used.

local lab = require "boardlab"

-- The cards: columns to the right and rows ahead.
local CARDS = {
  { "tiger", { 0, 2 }, { 0, -1 } },
  { "dragon", { -2, 1 }, { 2, 1 }, { -1, -1 }, { 1, -1 } },
  { "frog", { -2, 0 }, { -1, 1 }, { 1, -1 } },
  { "rabbit", { 2, 0 }, { 1, 1 }, { -1, -1 } },
  { "crab", { 0, 1 }, { -2, 0 }, { 2, 0 } },
  { "elephant", { -1, 0 }, { 1, 0 }, { -1, 1 }, { 1, 1 } },
  { "goose", { -1, 0 }, { 1, 0 }, { -1, 1 }, { 1, -1 } },
  { "rooster", { -1, 0 }, { 1, 0 }, { 1, 1 }, { -1, -1 } },
  { "monkey", { -1, 1 }, { 1, 1 }, { -1, -1 }, { 1, -1 } },
  { "mantis", { -1, 1 }, { 1, 1 }, { 0, -1 } },
  { "horse", { 0, 1 }, { -1, 0 }, { 0, -1 } },
  { "ox", { 0, 1 }, { 1, 0 }, { 0, -1 } },
  { "crane", { 0, 1 }, { -1, -1 }, { 1, -1 } },
  { "boar", { 0, 1 }, { -1, 0 }, { 1, 0 } },
  { "eel", { -1, 1 }, { 1, 0 }, { -1, -1 } },
  { "cobra", { 1, 1 }, { -1, 0 }, { 1, -1 } },
}

-- STEPS[seat][card]: the same as columns to the right and rows up.
local STEPS, NAMES = { {}, {} }, {}
for card, ways in ipairs(CARDS) do
  NAMES[card] = ways[1]
  for seat, sign in ipairs { 1, -1 } do
    STEPS[seat][card] = {}
    for i = 2, #ways do STEPS[seat][card][i - 1] = { sign * ways[i][1], sign * ways[i][2] } end
  end
end

-- A move is card * CARD + from * FROM + to, or only card * CARD to exchange a card.
local CARD, FROM = 1 << 20, 1024

-- The values of the board: students 1 and 2, masters 3 and 4.
local OWNER = { [0] = 0, 1, 2, 1, 2 }

-- The temple of a seat: the middle of its first row.
local function temple(board, seat)
  local half = board:column(#board) // 2 + 1
  return seat == 1 and half or #board + 1 - half
end

-- The steps of a card as arrows, as they look on the board.
local function arrows(card, seat)
  local texts = {}
  for i, step in ipairs(STEPS[seat][card]) do
    local dx, dy = step[1], step[2]
    texts[i] = (dx < 0 and "←" or "→"):rep(math.abs(dx))
      .. (dy < 0 and "↓" or "↑"):rep(math.abs(dy))
  end
  return NAMES[card] .. " " .. table.concat(texts, " ")
end

return lab.rules {
  name = "onitama",
  title = "Onitama (Shimpei Sato)",
  summary = "move as your cards say; capture the master or reach the temple",
  about = "Each player has a master (X, O) and four students, and two of five cards, which\n"
    .. "everybody sees. A card shows to which cells a piece can go, seen from its player's\n"
    .. "side; nothing in between is in its way. A turn moves a piece by one of your two cards,\n"
    .. "to a free cell or one with an opposing piece, which is captured. Then you lay this\n"
    .. "card aside and take the one that lay there. Whoever captures the opposing master, or\n"
    .. "brings its own master to the middle of the opponent's first row, wins. A player who\n"
    .. "cannot move only exchanges a card. Arrows show the steps of each card as they look on\n"
    .. "the board. The five cards are drawn at random from 16 before the game.\n"
    .. "Moves: card, from and to, as in tiger:c1-c3; only the card if no piece can move.",
  options = {
    size = { default = 5, min = 3, max = 9, step = 2, help = "columns and rows" },
    temple = { default = true, help = "a master in the opponent's temple wins" },
  },

  -- Cards: two of seat 1, two of seat 2, each pair in order, and the one beside the board.
  state = function(o)
    return { board = lab.grid { columns = o.size, rows = o.size, marks = ".xoXO" },
      card = { 4, kind = "hand", names = NAMES }, aside = { 1, kind = "deck", names = NAMES } }
  end,

  start = function(s, rng, o)
    local board, deck = s.board, {}
    for i = 1, o.size do board[i], board[#board + 1 - i] = 1, 2 end
    for seat = 1, 2 do board[temple(board, seat)] = seat + 2 end
    for card = 1, #CARDS do deck[card] = card end
    rng:shuffle(deck)
    for i = 1, 3, 2 do
      s.card[i], s.card[i + 1] = math.min(deck[i], deck[i + 1]), math.max(deck[i], deck[i + 1])
    end
    s.aside[1] = deck[5]
  end,

  moves = function(s, seat)
    local board, list = s.board, {}
    for i = 2 * seat - 1, 2 * seat do
      local card = s.card[i]
      for value = seat, seat + 2, 2 do
        for _, step in ipairs(board:steps(value, STEPS[seat][card])) do
          if OWNER[board[step % FROM]] ~= seat then list[#list + 1] = card * CARD + step end
        end
      end
    end
    return #list > 0 and list or { s.card[2 * seat - 1] * CARD, s.card[2 * seat] * CARD }
  end,

  play = function(s, move, seat)
    local board, cards, used, taken = s.board, s.card, move // CARD, s.aside[1]
    local from, to = move % CARD // FROM, move % FROM
    if to > 0 then board[from], board[to] = 0, board[from] end
    local first = 2 * seat - 1
    local kept = cards[first] == used and cards[first + 1] or cards[first]
    cards[first], cards[first + 1] = math.min(kept, taken), math.max(kept, taken)
    s.aside[1] = used
  end,

  outcome = function(s, mover, o)
    local board = s.board
    if board:count(5 - mover) == 0 then return mover end
    return o.temple and board[temple(board, 3 - mover)] == mover + 2 and mover or nil
  end,

  -- Students count, and so do the moves of both players.
  evaluate = function(s, seat)
    local board, cards, lead = s.board, s.card, s.board:count(1) - s.board:count(2)
    for i = 1, 4 do
      local owner = (i + 1) // 2
      local steps = STEPS[owner][cards[i]]
      local count = #board:steps(owner, steps) + #board:steps(owner + 2, steps)
      lead = lead + (owner == 1 and count or -count) / 10
    end
    return 1 / (1 + math.exp(seat == 1 and -lead or lead))
  end,

  text = function(s, move)
    local board, from, to = s.board, move % CARD // FROM, move % FROM
    local card = NAMES[move // CARD]
    return to > 0 and ("%s:%s-%s"):format(card, board:name(from), board:name(to)) or card
  end,

  describe = function(s, move)
    local board, from, to = s.board, move % CARD // FROM, move % FROM
    local card = NAMES[move // CARD]
    if to == 0 then return { kind = "exchange", piece = card } end
    return { kind = "move", piece = card, from = board:name(from), to = board:name(to) }
  end,

  draw = function(s)
    local card = s.card
    return ("%s\nseat 1: %s; %s\nseat 2: %s; %s\naside: %s"):format(s.board:draw(),
      arrows(card[1], 1), arrows(card[2], 1), arrows(card[3], 2), arrows(card[4], 2),
      arrows(s.aside[1], s:seat() or 1))
  end,

  scene = function(s, o)
    local board, notes, marks = s.board, {}, {}
    for i, card in ipairs(s.card) do
      local seat = (i + 1) // 2
      notes[i] = ("seat %d: %s"):format(seat, arrows(card, seat))
    end
    notes[5] = "aside: " .. arrows(s.aside[1], 1)
    for seat = 1, o.temple and 2 or 0 do
      marks[seat] = { at = board:name(temple(board, seat)), seat = seat }
    end
    return { board = board, marks = marks, notes = notes,
      values = { { seat = 1, size = 2 }, { seat = 2, size = 2 }, { seat = 1, label = "M" },
        { seat = 2, label = "M" } } }
  end,
}
