-- Opens itself until it is stopped.
for _ = 1, 1000 do pcall(require "boardlab".game, "opens_itself.lua") end
error "no game"
