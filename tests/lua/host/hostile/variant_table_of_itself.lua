-- Stands on itself, without a file between.
-- game: this
-- expect: fault: variant_table_of_itself.lua
local v = { after = function() end }
v.base = require "boardlab".variant(v)
return v
