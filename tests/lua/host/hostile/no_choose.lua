-- A bot that cannot choose.
-- expect: open: no_choose.lua: 'choose' is a nil
return {}
