-- The same for the generator's shuffle, which is C.
-- expect: forfeit: shuffle_len_lie.lua
return { choose = function(_, me)
  me.rng:shuffle(setmetatable({}, { __len = function() return math.maxinteger end }))
end }
