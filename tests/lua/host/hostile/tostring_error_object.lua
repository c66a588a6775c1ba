-- An error object whose __tostring never returns.
-- expect: forfeit: tostring_error_object.lua:5: (error object is a table value)
return { choose = function()
  local loop = function() while true do end end
  error(setmetatable({}, { __tostring = loop, __name = loop, __concat = loop }))
end }
