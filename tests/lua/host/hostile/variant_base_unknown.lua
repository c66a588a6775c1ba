-- Stands on a game that is not there.
-- game: this
-- expect: fault: there is no game 'chess'
return require "boardlab".variant { base = "chess", after = function() end }
