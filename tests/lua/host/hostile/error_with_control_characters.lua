-- Raises a message that would move the cursor of a terminal.
-- expect: forfeit: error_with_control_characters.lua:3: ?[2Jgone
return { choose = function() error "\27[2Jgone" end }
