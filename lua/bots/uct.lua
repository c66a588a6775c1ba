-- UCT (Kocsis and Szepesvári, 2006) for any game. Each round descends the tree by the moves
-- with the best upper confidence bound, adds one position, plays a playout from it, and
-- updates every position on the path with the result.
-- Demonstrates: memory. Statistics are stored by position key in a table that is kept from
-- move to move, so nothing learned is lost; every game starts with an empty table.

local known = {} -- statistics by position key: visits, and wins of each seat

-- Positions with the same key share their statistics. They need not have the same moves:
-- in Tic Tac Doh, positions that differ by a shift have the same key.
local function node_of(s)
  local key = s:key()
  known[key] = known[key] or { visits = 0, won = {} }
  return { known = known[key], after = {}, tried = 0 }
end

-- Returns an untried move, or the one with the best upper confidence bound for the seat to
-- move. Where nature moves, draws a roll: each as often as in the game.
local function select_move(s, node, me)
  if s:seat() == 0 then return s:random_move(me.rng) end
  node.moves = node.moves or me.rng:shuffle(s:moves())
  if node.tried < #node.moves then
    node.tried = node.tried + 1
    return node.moves[node.tried]
  end
  local best, most, seat, log = nil, -1, s:seat(), math.log(node.known.visits)
  for _, move in ipairs(node.moves) do
    local k = node.after[move].known
    local bonus = me.options.exploration * math.sqrt(log / k.visits)
    local value = (k.won[seat] or 0) / k.visits + bonus
    if value > most then best, most = move, value end
  end
  return best
end

local function round(s, root, me)
  local node, path, new = root, { root.known }, false
  while s:seat() and not new do
    local move = select_move(s, node, me)
    s:play(move)
    new = not node.after[move]
    node.after[move] = node.after[move] or node_of(s)
    node = node.after[move]
    path[#path + 1] = node.known
  end
  local winners = s:playout(me.rng):winners() or {}
  for _, k in ipairs(path) do
    k.visits = k.visits + 1
    for _, seat in ipairs(winners) do k.won[seat] = (k.won[seat] or 0) + 1 end
  end
end

return {
  name = "uct",
  summary = "any game: UCT with random playouts; keeps its tree between moves",
  options = {
    rounds = { default = 300, min = 1, max = 100000, help = "playouts per move" },
    exploration = { default = 0.7, min = 0.0, max = 10.0, help = "exploration constant" },
  },
  choose = function(state, me)
    local try, root = state:copy(), node_of(state)
    for _ = 1, me.options.rounds do round(try:assign(state), root, me) end
    local best, most = nil, -1
    for i = 1, root.tried do
      local move = root.moves[i]
      local visits = root.after[move].known.visits
      if visits > most then best, most = move, visits end
    end
    return best
  end,
}
