-- A bot without choose.
-- expect: open: no_choose.lua: 'choose' is a nil
return {}
