-- A small test runner. A test file ends with `return check.done()`:
--
--   package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
--   local check = require "check"
--   check.test("sums", function() check.eq(1 + 1, 2) end)
--   return check.done()
--
-- A failed check is reported with its line, and the test continues; an error ends the
-- test.

local check = {}

local failures, tests, checks, current = {}, 0, 0, "outside of any test"
local files = {}

local function fail(where, message)
  failures[#failures + 1] = ("%s: %s: %s"):format(where, current, message)
end

-- Returns the running line of the test file.
local function here()
  for level = 2, math.huge do
    local info = debug.getinfo(level, "Sl")
    if not info then return "?" end
    if info.currentline > 0 and not info.source:match "check%.lua$" then
      return info.short_src .. ":" .. info.currentline
    end
  end
end

local function sorted_keys(t)
  local keys = {}
  for key in pairs(t) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  return keys
end

local function show(value, depth)
  if type(value) == "string" then return ("%q"):format(value) end
  if type(value) ~= "table" or (depth or 0) > 4 then return tostring(value) end
  local parts, length = {}, #value
  for i = 1, length do parts[i] = show(value[i], (depth or 0) + 1) end
  for _, key in ipairs(sorted_keys(value)) do
    if not (math.type(key) == "integer" and key >= 1 and key <= length) then
      parts[#parts + 1] = tostring(key) .. " = " .. show(value[key], (depth or 0) + 1)
    end
  end
  return "{ " .. table.concat(parts, ", ") .. " }"
end

-- Compares tables by content; 3 and 3.0 differ.
local function same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then
    return a == b and math.type(a) == math.type(b)
  end
  for key, value in pairs(a) do
    if not same(value, b[key]) then return false end
  end
  for key in pairs(b) do
    if a[key] == nil then return false end
  end
  return true
end

function check.test(name, body)
  current, tests = name, tests + 1
  local good, message = xpcall(body, debug.traceback)
  if not good then fail("error", message) end
  current = "outside of any test"
end

function check.eq(got, wanted, what)
  checks = checks + 1
  if same(got, wanted) then return end
  fail(here(), ("%sgot %s, wanted %s"):format(what and what .. ": " or "", show(got), show(wanted)))
end

function check.differs(a, b, what)
  checks = checks + 1
  if same(a, b) then
    fail(here(), ("%sboth are %s"):format(what and what .. ": " or "", show(a)))
  end
end

function check.ok(value, what)
  checks = checks + 1
  if not value then fail(here(), (what or "a condition") .. ": got " .. show(value)) end
end

local function contains(text, wanted)
  if text:find(wanted, 1, true) then return true end
  local good, at = pcall(string.find, text, wanted)
  return good and at ~= nil
end

--- Checks that a string contains a string or matches a pattern.
function check.has(text, wanted, what)
  checks = checks + 1
  if type(text) == "string" and contains(text, wanted) then return end
  fail(here(), ("%s%s has no %s"):format(what and what .. ": " or "", show(text), show(wanted)))
end

--- Checks that a call raises an error whose message contains a string or matches a pattern.
function check.raises(wanted, call, ...)
  local good, message = pcall(call, ...)
  if good then
    checks = checks + 1
    return fail(here(), ("no error; wanted %s"):format(show(wanted)))
  end
  check.has(tostring(message), wanted)
end

--- Writes a file, which check.done removes, and returns its path. In the text, @FILE@ stands
--- for its name.
function check.file(text)
  local stem = os.tmpname()
  local path = stem .. ".lua"
  files[#files + 1], files[#files + 2] = stem, path
  local out <close> = assert(io.open(path, "w"))
  out:write((text:gsub("@FILE@", path:match "[^/]+$")))
  return path
end

--- The text of a file of the library, by its name there, and its path.
function check.library_file(name)
  local path = (arg[0]:match "^.*/" or "./") .. "../../lua/" .. name
  local file <close> = assert(io.open(path))
  return file:read "a", path
end

--- Prints the failures and returns the exit code.
function check.done()
  for _, path in ipairs(files) do os.remove(path) end
  for _, message in ipairs(failures) do print(message) end
  print(("%d tests, %d checks, %d failed"):format(tests, checks, #failures))
  return #failures == 0 and 0 or 1
end

return check
