-- Opens a bot as a game.
-- game: this
-- expect: fault: bot_is_no_game.lua is a bot, not a game
return { choose = function() end }
