-- A module that counts.
local counter = { n = 0 }
function counter.next()
  counter.n = counter.n + 1
  return counter.n
end
return counter
