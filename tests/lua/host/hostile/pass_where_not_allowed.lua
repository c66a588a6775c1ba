-- Passes where that is illegal.
-- expect: forfeit: pass_where_not_allowed.lua: choose returned 4294967295
return { choose = function() return require "boardlab".pass end }
