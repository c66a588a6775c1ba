-- Uses most of its budget, then fails.
for _ = 1, 900000 do end
error "no game"
