-- Declares many options: sorting them must not take long.
-- expect: open: options_many_names.lua
local options = {}
for i = 1, 20000 do options["o" .. i] = i end
return { options = options, choose = function() end }
