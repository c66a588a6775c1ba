-- A variant without a base.
-- game: this
-- expect: fault: 'base' must be a spec
return require "boardlab".variant { after = function() end }
