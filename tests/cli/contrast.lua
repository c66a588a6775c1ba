-- Reads the output of a program for a terminal and checks that every character can be read, on a dark terminal and
-- on a light one: text on a colour of its own has a contrast of at least 4.5 to 1 with it (WCAG 2.1), lines of 3 to 1;
-- what has no background of its own has 3 to 1 with black and with white. Only colours 16 to 255 are allowed, since
-- terminals differ in the others. Prints what is wrong; with an argument, fails unless that many colours were used.
local least_colours = tonumber(arg[1] or 0)

local function channel(level)
  local share = level / 255
  return share <= 0.03928 and share / 12.92 or ((share + 0.055) / 1.055) ^ 2.4
end

local function luminance(colour)
  local levels = { 0, 95, 135, 175, 215, 255 }
  local red, green, blue
  if colour >= 232 then
    red = 8 + 10 * (colour - 232)
    green, blue = red, red
  else
    local cube = colour - 16
    red, green, blue = levels[cube // 36 + 1], levels[cube // 6 % 6 + 1], levels[cube % 6 + 1]
  end
  return 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue)
end

local function contrast(one, other)
  return (math.max(one, other) + 0.05) / (math.min(one, other) + 0.05)
end

local ink, paper, seen, colours, wrong = nil, nil, {}, 0, 0

local function complain(text)
  wrong = wrong + 1
  print(text)
end

local function set(sequence)
  if sequence == "" or sequence == "0" then
    ink, paper = nil, nil
  end
  for kind, colour in sequence:gmatch("([34])8;5;(%d+)") do
    colour = math.tointeger(tonumber(colour))
    if colour < 16 then
      complain("colour " .. colour .. " differs between terminals")
    end
    if kind == "3" then ink = colour else paper = colour end
    if not seen[colour] then
      seen[colour], colours = true, colours + 1
    end
  end
  if sequence:match("^[34][0-7]$") or sequence:match("^1?[09][0-7]$") then
    complain("colour " .. sequence .. " differs between terminals")
  end
end

local LINES = { ["┃"] = true, ["━"] = true, ["║"] = true, ["═"] = true, ["▁"] = true, ["▂"] = true }

local function check(character)
  if character == " " or not (ink or paper) then
    return
  end
  if paper and not ink then
    complain("'" .. character .. "' has a background, but the colour of the terminal")
    return
  end
  local wanted = (LINES[character] or not paper) and 3 or 4.5
  local grounds = paper and { luminance(paper) } or { 0, 1 }
  for _, ground in ipairs(grounds) do
    local is = contrast(luminance(ink), ground)
    if is < wanted then
      complain(("'%s' in %d on %s: %.1f to 1"):format(character, ink, paper or "the terminal", is))
    end
  end
end

local text = io.read "a"
local at = 1
while at <= #text do
  local sequence, final, after = text:match("^\27%[([%d;]*)(%a)()", at)
  if sequence then
    if final == "m" then
      set(sequence)
    end
    at = after
  else
    local character = text:match("^[%z\1-\127\194-\244][\128-\191]*", at) or text:sub(at, at)
    if character:byte() >= 32 then
      check(character)
    end
    at = at + #character
  end
end
if colours < least_colours then
  complain("only " .. colours .. " colours")
end
os.exit(wrong == 0)
