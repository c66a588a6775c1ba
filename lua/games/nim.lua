-- Nim: players take turns removing any number of tokens from one heap. The player who takes
-- the last token wins.

local lab = require "boardlab"

local MOST = 1 << 20 -- larger than any heap; a move is heap * MOST + number

return lab.rules {
  name = "nim",
  title = "Nim",
  summary = "take tokens from one heap; the player who takes the last token wins",
  about = "A turn takes one or more tokens from one heap. The player who takes the last\n"
    .. "token wins. Heap 1 has `tokens` tokens, heap 2 twice as many, heap 3 three times\n"
    .. "as many, and so on.\n"
    .. "Moves: the heap and the number of tokens, as in 2-5.",
  options = {
    heaps = { default = 3, min = 1, max = 9, help = "number of heaps" },
    tokens = { default = 2, min = 1, max = 10, help = "tokens in the first heap" },
  },
  example = "3-1 1-2",
  max_moves = 9 * 90,
  state = function(options) return { heap = { options.heaps } } end,

  start = function(s)
    local tokens = s:game():option "tokens"
    for i = 1, #s.heap do s.heap[i] = i * tokens end
  end,

  moves = function(s)
    local list = {}
    for i = 1, #s.heap do
      for number = 1, s.heap[i] do list[#list + 1] = i * MOST + number end
    end
    return list
  end,

  play = function(s, move)
    local i = move // MOST
    s.heap[i] = s.heap[i] - move % MOST
  end,

  outcome = function(s, mover)
    for i = 1, #s.heap do
      if s.heap[i] > 0 then return nil end
    end
    return mover
  end,

  text = function(_, move) return ("%d-%d"):format(move // MOST, move % MOST) end,

  -- A row for each heap, with the tokens in a pile.
  scene = function(s)
    local tokens = {}
    for i = 1, #s.heap do
      for _ = 1, s.heap[i] do tokens[#tokens + 1] = { at = "a" .. i } end
    end
    return { columns = 1, rows = #s.heap, down = true, pieces = tokens }
  end,
}
