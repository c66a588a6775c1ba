-- Uses random numbers that are not the game's.
-- expect: forfeit: math_randomseed.lua:3: math.randomseed
return { choose = function() math.randomseed(1) end }
