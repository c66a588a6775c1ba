-- Rules that exceed their memory.
-- game: this
-- expect: fault: rules_memory.lua: exceeded its memory limit
local all, many = {}, {}
for i = 1, 200 do many[i] = i end
return require "boardlab".rules {
  moves = function() for i = 1, 1 << 22 do all[i] = { table.unpack(many) } end end,
  play = function() end,
}
