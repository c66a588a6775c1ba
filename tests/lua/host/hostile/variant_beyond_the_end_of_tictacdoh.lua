-- Continues after the end of Tic Tac Doh.
-- game: this
-- expect: fine
return require "parts.beyond_the_end" "tictacdoh"
