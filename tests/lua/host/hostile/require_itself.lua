-- A module that needs itself.
-- expect: open: require_itself.lua
return require "require_itself"
