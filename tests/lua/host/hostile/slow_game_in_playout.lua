-- Plays out the game it plays, whose rules are slow: the bot forfeits, the rules go on.
-- game: parts/slow_game.lua
-- expect: forfeit: slow_game_in_playout.lua:8: exceeded its budget
return {
  choose = function(s)
    for _ = 1, 1000 do
      local copy = s:copy()
      pcall(copy.playout, copy)
    end
    return s:random_move()
  end,
}
