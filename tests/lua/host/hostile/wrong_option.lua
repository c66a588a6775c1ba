-- A bot that declares what bots do not have.
-- expect: open: wrong_option.lua
return { chose = 1, choose = function() end }
