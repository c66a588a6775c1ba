-- Continues after the end of Orbital.
-- game: this
-- expect: fine
return require "parts.beyond_the_end" "orbital"
