-- Returns an invalid outcome.
-- game: this
-- expect: fault: rules_outcome_wrong.lua: 'outcome' must return nil
return require "boardlab".rules {
  moves = function() return { 1 } end,
  play = function() end,
  outcome = function() return { 1, 77 } end,
}
