-- Never returns from the file itself.
-- expect: open: loop_at_load.lua:3: out of its budget
while true do end
