-- Declares an option with a million words.
-- expect: open: options_with_long_words.lua
local words = {}
for i = 1, 100000 do words[i] = "word" end
return { options = { w = words, x = { words = words, default = "no" } }, choose = function() end }
