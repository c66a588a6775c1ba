-- Declares too many options.
-- expect: open: options_too_many.lua
local options = {}
for i = 1, 25 do options["o" .. i] = i end
return { options = options, choose = function() end }
