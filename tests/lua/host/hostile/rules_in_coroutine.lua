-- Calls its own rules from nested coroutines, deep in the C stack.
-- game: this
-- expect: fault: rules_in_coroutine.lua
return require "boardlab".rules {
  max_moves = 32768,
  moves = function(s)
    local function dig(n)
      if n == 0 then return s:moves() end
      return (("x"):gsub(".", function() dig(n - 1) end))
    end
    local co = coroutine.wrap(function() return dig(50) end)
    co()
    return { 1 }
  end,
  play = function() end,
}
