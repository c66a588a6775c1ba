-- A base game that does not exist.
-- game: this
-- expect: fault: there is no game 'chess'
return require "boardlab".variant { base = "chess", after = function() end }
