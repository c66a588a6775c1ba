-- Requires a module outside its folder.
-- expect: forfeit: require_escape.lua:3: require: '../
return { choose = function() require "../CMakeLists" end }
