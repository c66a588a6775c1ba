-- Declares options with NaN.
-- expect: open: options_with_nan.lua
return { options = { a = 0 / 0 }, choose = function() end }
