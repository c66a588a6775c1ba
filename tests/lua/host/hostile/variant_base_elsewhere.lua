-- Stands on a file elsewhere.
-- game: this
-- expect: fault: there is no file '/etc/x.lua' beside
return require "boardlab".variant { base = "/etc/x.lua", after = function() end }
