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

local examples = {} -- all blocks: their lines, and the function or class that they belong to
local functions = {} -- the number of examples of each function
local hooks = {} -- the fields of classes that are functions: { class, name }

-- Takes a line that is not part of an example; `comment` has the examples of the comment so far.
local function read_line(line, comment)
  local name = line:match "^function ([%w_.:]+)"
  local class = line:match "^%-%-%-@class ([%w_.]+)"
  local hook = line:match "^%-%-%-@field ([%w_]+)%?? .*fun%("
  if name then functions[name] = #comment end
  if class then comment.class = class end
  if hook then hooks[#hooks + 1] = { class = comment.class, name = hook } end
  for _, example in ipairs(comment) do example.owner = example.owner or name or class end
end

local function read(path)
  local block, comment, number = nil, {}, 0
  for line in io.lines(path) do
    number = number + 1
    if block and line == "---```" then
      block = nil
    elseif block then
      block[#block + 1] = line:match "^%-%-%-(.*)" or error(path .. ":" .. number .. ": no comment")
    elseif line == "---```lua" then
      block = { line = number + 1, where = ("%s:%d"):format(path:match "lua/types/.*", number) }
      examples[#examples + 1], comment[#comment + 1] = block, block
    elseif line == "" then
      comment = {}
    else
      read_line(line, comment)
    end
  end
end

for _, path in ipairs(lines_of("ls " .. quote(ROOT .. "lua/types/") .. "*.lua")) do read(path) end

-- ---- running examples ------------------------------------------------------

local work = lines_of("mktemp -d")[1]

-- Writes the script of an example and returns its folder.
local function write(example)
  local place = ("%s/%s-%d"):format(work, example.owner:gsub("[.:]", "_"), example.line)
  assert(os.execute("mkdir " .. quote(place)))
  local out <close> = assert(io.open(place .. "/script.lua", "w"))
  out:write('local lab = require "boardlab" -- luacheck: ignore', ("\n"):rep(example.line - 1),
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
end)

test("every function has an example", function()
  for name, count in pairs(functions) do check.ok(count > 0, name .. " has an example") end
  check.ok(next(functions), "there are functions")
end)

-- A field can have no example of its own.
test("every function of a definition or plan is used in an example of its class", function()
  for _, hook in ipairs(hooks) do
    local used = false
    for _, example in ipairs(examples) do
      local text = table.concat(example, "\n")
      used = used or example.owner == hook.class and text:find("%f[%w_]" .. hook.name .. " = ")
    end
    check.ok(used, ("%s has an example with %s"):format(hook.class, hook.name))
  end
  check.ok(#hooks > 0, "there are such functions")
end)

test("examples have the style of Lua files", function()
  local found, good = lines_of(("luacheck --quiet --no-color --config %s %s")
    :format(quote(ROOT .. ".luacheckrc"), quote(work)))
  check.eq(good, true, table.concat(found, "\n"))
end)

os.execute("rm -r " .. quote(work))
return check.done()
