-- Returns the internal value for "position changed".
-- expect: forfeit: minus_two.lua: choose returned -2, which is not a legal move
return {
  choose = function(s)
    s:play(s:moves()[1])
    return -2
  end,
}
