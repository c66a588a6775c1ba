-- A base file outside the folder.
-- game: this
-- expect: fault: there is no file '/etc/x.lua' next to
return require "boardlab".variant { base = "/etc/x.lua", after = function() end }
