-- Runs the examples in lua/types: the ```lua blocks in the comments of functions and classes.
--
--   boardlab run tests/lua/test_type_examples.lua COMMAND
--
-- COMMAND is the path of boardlab. Each example is a script of its own, in a folder of its own,
-- after `local lab = require "boardlab"`. Its output must be the texts after "-->" on its lines;
-- spaces at the ends of lines do not count. Messages name lines of the file in lua/types: the
-- script has as many empty lines before the example.

local folder = arg[0]:match "^.*/" or "./"
package.path = folder .. "?.lua;" .. package.path
local check = require "check"
local test = check.test

local command = arg[1] or error("usage: boardlab run test_type_examples.lua COMMAND", 0)
local ROOT = folder .. "../../"

-- Runs a shell command and returns the lines that it prints and whether it succeeded.
local function lines_of(line)
  local lines = {}
  local out = assert(io.popen(line .. " 2>&1"))
  for text in out:lines() do lines[#lines + 1] = (text:gsub("%s+$", "")) end
  return lines, out:close() or false
end

local function quote(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

-- ---- reading annotations ---------------------------------------------------

-- Reads the examples of a file into `list`. Each has its lines, and the name of the function or
-- class whose comment it is in; `owners` gets the names of all functions, with their examples.
local function read(path, list, owners)
  local block, comment, number = nil, {}, 0
  for line in io.lines(path) do
    number = number + 1
    local owner = line:match "^function ([%w_.:]+)" or line:match "^%-%-%-@class ([%w_.]+)"
    if block and line == "---```" then
      block = nil
    elseif block then
      block[#block + 1] = line:match "^%-%-%-(.*)" or error(path .. ":" .. number .. ": no comment")
    elseif line == "---```lua" then
      block = { line = number + 1, where = ("%s:%d"):format(path:match "lua/types/.*", number) }
      list[#list + 1], comment[#comment + 1] = block, block
    elseif owner then
      for _, example in ipairs(comment) do example.owner = owner end
      if line:match "^function" then owners[owner] = #comment end
    end
    if line == "" then comment = {} end
  end
end

local examples, owners = {}, {}
for _, path in ipairs(lines_of("ls " .. quote(ROOT .. "lua/types/") .. "*.lua")) do
  read(path, examples, owners)
end

-- ---- running examples ------------------------------------------------------

local work = lines_of("mktemp -d")[1]

-- Writes the script of an example and returns its folder.
local function write(example)
  local place = ("%s/%s-%d"):format(work, example.owner:gsub("[.:]", "_"), example.line)
  assert(os.execute("mkdir " .. quote(place)))
  local out <close> = assert(io.open(place .. "/script.lua", "w"))
  out:write('local lab = require "boardlab"', ("\n"):rep(example.line - 1),
    table.concat(example, "\n"), "\n")
  return place
end

local function expected(example)
  local list = {}
  for _, line in ipairs(example) do
    local text = line:match ".*%-%-> (.*)" or line:match "%-%->()$" and ""
    if text then list[#list + 1] = (text:gsub("%s+$", "")) end
  end
  return list
end

test("every example prints what it says", function()
  for _, example in ipairs(examples) do
    local what = ("%s: the example of %s"):format(example.where, example.owner)
    local printed, good =
      lines_of(("cd %s && %s run script.lua"):format(quote(write(example)), quote(command)))
    check.eq(printed, expected(example), what)
    check.ok(good, what .. " succeeds")
    check.ok(#expected(example) > 0, what .. " shows a result")
  end
  check.ok(#examples > 0, "there are examples")
end)

test("examples have the style of Lua files", function()
  local found, good = lines_of(("luacheck --quiet --no-color --config %s %s")
    :format(quote(ROOT .. ".luacheckrc"), quote(work)))
  check.eq(good, true, table.concat(found, "\n"))
end)

os.execute("rm -r " .. quote(work))
return check.done()
