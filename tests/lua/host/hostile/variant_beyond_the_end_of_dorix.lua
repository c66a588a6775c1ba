-- Continues after the end of Dorix.
-- game: this
-- expect: fine
return require "parts.beyond_the_end" "dorix:size=3"
