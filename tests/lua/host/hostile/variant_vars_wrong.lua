-- Vars that are not numbers.
-- game: this
-- expect: fault: 'a' must be
return require "boardlab".variant { base = "tictacdoh", vars = { a = 1.5 }, after = function() end }
