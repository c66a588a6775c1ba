-- A variant that is its own base.
-- game: this
-- expect: fault: variant_of_itself.lua
return require "boardlab".variant { base = "variant_of_itself.lua", after = function() end }
