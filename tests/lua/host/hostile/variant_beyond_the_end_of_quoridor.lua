-- Continues after the end of Quoridor, where pawns move on from the goal line.
-- game: this
-- expect: fine
return require "parts.beyond_the_end" "quoridor:size=3,walls=1"
