-- Loops while the file is run.
-- expect: open: loop_at_load.lua:3: exceeded its budget
while true do end
