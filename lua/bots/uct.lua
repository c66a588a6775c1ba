-- A tree search for any game (UCT). Each round walks down from the position by the
-- moves that did best so far, with a bonus for those tried little, adds a position
-- where it leaves what it knows, plays a random game from there, and credits every
-- position on the way to the seats that won.
-- Shows: a memory. Positions are known by their key in a table that is kept from
-- move to move, so nothing learned is lost; the next game starts with an empty one.

local known = {} -- what is known of a position, by its key: visits, and wins of each seat

-- Positions with the same key share what is known of them. They need not have the
-- same moves: in Tic Tac Doh the key is the same wherever the window ends up.
local function node_of(s)
  local key = s:key()
  known[key] = known[key] or { visits = 0, won = {} }
  return { known = known[key], after = {}, tried = 0 }
end

-- The move to walk on by: an untried one, else the best bet for the seat to move.
local function select_move(s, node, me)
  node.moves = node.moves or me.rng:shuffle(s:moves())
  if node.tried < #node.moves then
    node.tried = node.tried + 1
    return node.moves[node.tried]
  end
  local best, most, seat, log = nil, -1, s:seat(), math.log(node.known.visits)
  for _, move in ipairs(node.moves) do
    local k = node.after[move].known
    local bonus = me.options.curiosity * math.sqrt(log / k.visits)
    local worth = (k.won[seat] or 0) / k.visits + bonus
    if worth > most then best, most = move, worth end
  end
  return best
end

local function round(s, root, me)
  local node, way, new = root, { root.known }, false
  while s:seat() and not new do
    local move = select_move(s, node, me)
    s:play(move)
    new = not node.after[move]
    node.after[move] = node.after[move] or node_of(s)
    node = node.after[move]
    way[#way + 1] = node.known
  end
  local winners = s:playout(me.rng):winners() or {}
  for _, k in ipairs(way) do
    k.visits = k.visits + 1
    for _, seat in ipairs(winners) do k.won[seat] = (k.won[seat] or 0) + 1 end
  end
end

return {
  name = "uct",
  summary = "any game: a search tree grown by random games, kept from move to move",
  options = {
    rounds = { default = 300, min = 1, max = 100000, help = "random games for a move" },
    curiosity = { default = 0.7, min = 0.0, max = 10.0, help = "bonus for what was tried little" },
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
