-- A base file outside the folder.
-- game: this
-- expect: fault: '/etc/x.lua' is refused: a file can only use files in its own folder
return require "boardlab".variant { base = "/etc/x.lua", after = function() end }
