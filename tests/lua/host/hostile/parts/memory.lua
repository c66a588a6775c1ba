-- A counter.
return { plies = 0 }
