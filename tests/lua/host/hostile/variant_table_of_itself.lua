-- A table that is its own base.
-- game: this
-- expect: fault: variant_table_of_itself.lua
local v = { after = function() end }
v.base = require "boardlab".variant(v)
return v
