-- Uses a game as a bot.
-- expect: open: rules_are_no_bot.lua is a game, not a bot
return require "boardlab".rules { moves = function() return { 1 } end, play = function() end }
