-- Reads array indices that do not exist, which gives nil; assigns to them and takes it back.
-- game: this
-- expect: fine
return require "boardlab".rules {
  state = { board = 9, ply = 1 },
  moves = function(s)
    for _, i in ipairs { 0, -1, 10, 1 << 40, math.mininteger, 1.5, "x", true } do assert(s.board[i] == nil) end
    assert(s.none == nil and s[1] == nil and s[{}] == nil and #s.board == 9)
    return { 1 }
  end,
  play = function(s)
    s.board[0], s.board.x, s.board[10] = 1, 2, 3
    assert(not pcall(s.key, s))
    s.board[0], s.board.x, s.board[10] = nil, nil, nil
    s:key()
    s.board[9], s.ply = 5, s.ply + 1
  end,
  outcome = function(s) return s.ply > 4 and "draw" or nil end,
}
