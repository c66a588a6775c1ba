-- Counts.
return { plies = 0 }
