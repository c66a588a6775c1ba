-- An error whose text is a function that never returns.
-- expect: forfeit: tostring_error_object.lua:5: an error that is a table
return { choose = function()
  local loop = function() while true do end end
  error(setmetatable({}, { __tostring = loop, __name = loop, __concat = loop }))
end }
