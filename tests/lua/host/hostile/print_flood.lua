-- Prints a lot, with control characters that would move the cursor of a terminal.
-- expect: fine
return { choose = function(s)
  print("\27[2J\7 a bot prints this", {}, nil, 1.5)
  return s:random_move()
end }
