-- Returns a seat that does not exist.
-- game: this
-- expect: fault: rules_next_seat_wrong.lua: 'next_seat' must return a seat
return require "boardlab".rules {
  moves = function() return { 1 } end,
  play = function() end,
  next_seat = function() return 3 end,
}
