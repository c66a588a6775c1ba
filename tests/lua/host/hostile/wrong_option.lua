-- A bot with an unknown key.
-- expect: open: wrong_option.lua
return { chose = 1, choose = function() end }
