-- Declares options with names that would break a spec.
-- expect: open: options_with_wrong_names.lua
return { options = { ["a=1,b"] = 1 }, choose = function() end }
