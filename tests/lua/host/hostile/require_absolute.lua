-- Requires a module by an absolute path.
-- expect: forfeit: require_absolute.lua:3: require: '/etc/passwd'
return { choose = function() require "/etc/passwd" end }
