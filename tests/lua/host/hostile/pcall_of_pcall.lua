-- A chain of pcalls that call each other.
-- expect: fine
return { choose = function(s)
  local function nest(n) if n == 0 then return true end return pcall(pcall, nest, n - 1) end
  pcall(nest, 1000)
  return s:random_move()
end }
