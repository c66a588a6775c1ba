-- Tries to find the names under which the interpreter now knows the hidden events
-- __mode and __close: the same letters with another first one.
-- expect: fine
return { choose = function(s)
  for byte = 0, 255 do
    for _, name in ipairs({ "_mode", "_close" }) do
      local meta = {}
      local value = setmetatable({}, meta)
      meta[string.char(byte) .. name] = name == "_mode" and "kv" or error
      for i = 1, 20 do value[i] = {} end
      local good = pcall(function()
        for _ in function() end, nil, nil, value do error("closable") end
      end)
      if good then return nil end
    end
  end
  return s:random_move()
end }
