-- Options that make a spec too long to write down.
-- game: this
-- expect: fault: variant_deep_specs.lua
local options = {}
for i = 1, 20 do options["option_with_a_long_name_" .. i] = { default = i } end
return require "boardlab".variant { base = "tictacdoh", options = options, after = function() error "x" end }
