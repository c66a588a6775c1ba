-- Too many vars.
-- game: this
-- expect: fault: the state is too large
local list = {}
for i = 1, 1025 do list[i] = i end
return require "boardlab".variant { base = "tictacdoh", vars = { a = list }, after = function() end }
