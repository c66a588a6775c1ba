-- A module that requires itself.
-- expect: open: require_itself.lua
return require "require_itself"
