-- In gmatch, ^ does not anchor the pattern.
-- expect: forfeit: pattern_gmatch_anchor.lua
return { choose = function()
  local text = ("^"):rep(300)
  while true do
    for _ in text:gmatch "^.-.-#" do end
  end
end }
