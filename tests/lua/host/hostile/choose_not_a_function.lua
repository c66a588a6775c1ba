-- A bot with a string for choose.
-- expect: open: choose_not_a_function.lua: 'choose' is a string
return { choose = "best" }
