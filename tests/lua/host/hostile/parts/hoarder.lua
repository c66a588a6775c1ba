-- Rules that keep 2 MB.
local kept, many = {}, {}
for i = 1, 200 do many[i] = i end
return require "boardlab".rules {
  max_moves = 16,
  moves = function()
    for i = 1, 600 do kept[#kept + 1] = { table.unpack(many) } end
    return { 1 }
  end,
  play = function() end,
}
