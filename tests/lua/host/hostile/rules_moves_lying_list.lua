-- A list of moves that computes its elements.
-- game: this
-- expect: fault: rules_moves_lying_list.lua
return require "boardlab".rules {
  moves = function()
    return setmetatable({ 1, 2 }, { __len = function() return 1 << 40 end, __index = function() error "asked" end })
  end,
  play = function() error "played" end,
}
