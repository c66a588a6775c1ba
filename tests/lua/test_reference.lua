-- The Lua reference: what its reader understands of annotations, and that its page and the
-- terminal have everything that lua/types declares.
--
--   boardlab run tests/lua/test_reference.lua

local folder = arg[0]:match "^.*/" or "./"
local library = folder .. "../../lua/"
package.path = library .. "reference/?.lua;" .. folder .. "?.lua;" .. package.path
local check = require "check"
local page, read, text = require "page", require "read", require "text"
local test, eq, library_file = check.test, check.eq, check.library_file

local reference = read.all(library_file)

-- ---- the reader ------------------------------------------------------------

local EVERYTHING = [==[
---@meta things

-- A remark of the file.

---@alias Colour "red"|"green" # of a thing
---@alias Named table<string, Colour>

-- ---- all things ------------------------------------------------------------

---A thing.
---
---It has a second paragraph.
---```lua
---print(lab.thing())
-----> 1
---```
---@class Thing: Base, Other[]
---@overload fun(n: integer): Thing
---@field colour? Colour its colour; default red
---@field [integer] string the parts
---@field pair { a: number, b: number? }? both
---@field call (fun(s: Thing, ...): Colour?)|nil returns what it likes
local Thing = {}

---Does it. `colour` is a Colour.
---@generic S: Thing
---@generic T
---@param self S
---@param list T[]
---@param how? "a b"|fun(x: integer): boolean|nil in words
---@param ... Colour
---@return S? self the same thing
---@return T[]|integer # without a name
function Thing:act(list, how, ...) end
]==]

local function read_text(lines)
  return pcall(read.file, lines, "some.lua", read.new())
end

test("every construct is read", function()
  local _, r = read_text(EVERYTHING)
  eq({ r.sections[1].title, #r.sections[1].items, r.sections[2].title, #r.sections[2].items },
    { "Things", 2, "All things", 1 })
  local colour, thing, act = r.by_name.Colour, r.by_name.Thing, r.by_name["Thing:act"]
  eq({ colour.kind, colour.type, colour.text[1] }, { "alias", '"red"|"green"', "of a thing" })
  eq(r.by_name.Named.type, "table<string, Colour>")
  eq(thing.parents, { "Base", "Other[]" })
  eq(thing.calls, { "fun(n: integer): Thing" })
  eq(thing.text, { "A thing.", "It has a second paragraph." })
  eq(thing.examples, { "print(lab.thing())\n--> 1" })
  local fields = {}
  for i, field in ipairs(thing.fields) do
    fields[i] = ("%s%s %s / %s"):format(field.name, field.optional and "?" or "", field.type,
      field.text[1])
  end
  eq(fields, { "Thing.colour? Colour / its colour; default red",
    "Thing[integer] string / the parts",
    "Thing.pair { a: number, b: number? }? / both",
    "Thing.call (fun(s: Thing, ...): Colour?)|nil / returns what it likes" })
  eq(read.signature(act), "Thing:act(list, how?, ...)")
  eq(act.params[2], { name = "how", type = '"a b"|fun(x: integer): boolean|nil',
    text = { "in words" }, optional = true })
  eq(act.returns[1], { name = "self", type = "Thing?", text = { "the same thing" } })
  eq(act.returns[2], { type = "T[]|integer", text = { "without a name" } })
  eq(read.sentence(act), "Does it.")
  eq(#thing.functions, 1)
end)

test("what cannot be read is refused with its line", function()
  for message, lines in pairs {
    ["%.lua:3: .*belongs to nothing"] = "---Words.\n\n",
    ["%.lua:2: the annotation @deprecated is not known"] = "---@deprecated\n",
    ["%.lua:3: 'x' is not declared as a class"] = "---Words.\nfunction x.y() end\n",
    ["%.lua:4: A is declared twice"] = "---@alias A integer\n\n---@alias A integer\n",
    ["%.lua:5: .* %(a%) and documents %(b%)"] =
      "---@class X\nlocal x = {}\n---@param b integer\nfunction x.y(a) end\n",
    ["%.lua:2: no type in"] = "---@alias A |\n",
    ["%.lua:2: no type in ''"] = "---@return\n",
    ["%.lua:2: 'A' is not written as @alias NAME TYPE"] = "---@alias A\n",
    ["%.lua:2: '' is not written as @class"] = "---@class\n",
    ["%.lua:2: '%[x' is not written as @field"] = "---@field [x\n",
    ["%.lua:2: 'x' is not written as @param"] = "---@param x\n",
    ["%.lua:2: '' is not written as @generic"] = "---@generic\n",
    ["%.lua:2: there is no @class before @field"] = "---@field x integer\n",
    ["%.lua:2: there is no @class before @overload"] = "---@overload fun()\n",
    ["%.lua:2: this line is not UTF%-8 text"] = "---a\0b\n",
    ["%.lua:3: this line is not UTF%-8 text"] = "\n---\xff\n",
    ["%.lua:4: .*belongs to nothing"] = "---@alias A integer\n---The file ends here",
    ["%.lua: nothing is declared"] = "\n",
    ["%.lua:5: an example that does not end"] =
      "---@class X\nlocal x = {}\n---```lua\nfunction x.y() end\n",
  } do
    local good, why = read_text("---@meta m\n" .. lines)
    check.ok(not good and why:find(message), message .. ": " .. tostring(why))
  end
  local _, why = read_text "---@alias A integer\n"
  check.ok(why:find "%.lua:1: there is no @meta", why)
end)

test("every file of annotations is read", function()
  local names = {}
  for _, section in ipairs(reference.sections) do names[section.title] = true end
  local list <close> = assert(io.popen("ls '" .. library .. "types'"))
  for file in list:lines() do
    local lines, path = library_file("types/" .. file)
    local own = read.file(lines, path, read.new())
    check.ok(names[own.sections[1].title], file .. " is in the reference")
  end
end)

-- ---- the page --------------------------------------------------------------

local html = page(reference, { version = "0", colours = "",
  html = library_file "reference/page.html", css = "", js = "" })

test("everything is on the page once, and every link leads to something", function()
  local ids, links = {}, 0
  for id in html:gmatch ' id="([^"]+)"' do
    check.ok(not ids[id], id .. " is on the page once")
    ids[id] = true
  end
  for _, entry in ipairs(reference.entries) do
    check.ok(ids[entry.name], entry.name .. " is on the page")
  end
  for target in html:gmatch 'href="#([^"]+)"' do
    check.ok(ids[target], "#" .. target .. " is on the page")
    links = links + 1
  end
  check.ok(#reference.entries > 600 and links > #reference.entries, "there are entries and links")
  check.ok(not html:find "https?://[^w]" and not html:find "@%u+@", "nothing is missing in it")
end)

test("markup in annotations is text", function()
  local _, r = read_text '---@meta m\n---@alias A "<b>&" # <i>"x"</i>, `<u>`\n'
  local shown = page(r, { version = "", colours = "", html = "@BODY@", css = "", js = "" })
  check.ok(shown:find('&quot;&lt;b&gt;&amp;&quot;', 1, true), shown)
  check.ok(shown:find("&lt;i&gt;&quot;x&quot;&lt;/i&gt;, <code>&lt;u&gt;</code>", 1, true), shown)
end)

-- ---- the terminal ----------------------------------------------------------

local function first_lines(name)
  local list = {}
  for line in text.entry(reference, name):gmatch "[^\n]+" do
    if not line:match "^ " then list[#list + 1] = line end
  end
  return table.concat(list, "\n")
end

test("a name is found as people write it", function()
  for _, name in ipairs { "lab.simulate", "simulate", "LAB.Simulate", "lab.simulate()" } do
    check.ok(first_lines(name):match "^lab%.simulate%(plan%)\n", name)
  end
  for _, name in ipairs { "State:moves", "moves", "s:moves", "QuoridorState:moves" } do
    check.ok(first_lines(name):match "^State:moves%(into%?%)\n", name)
  end
  check.ok(first_lines "search.mcts":match "^lab%.search%.mcts%(")
  local hands = first_lines "hand"
  check.ok(hands:find "DorixState:hand%(" and hands:find "OrbitalState:hand%(", hands)
  check.ok(first_lines "choose":match "^BotDefinition%.choose")
  eq(text.entry(reference, "no_such_name"), "")
  eq(text.entry(reference, ""), "")
end)

test("an entry has the fields of the tables that it takes, inherited ones too", function()
  local entry = text.entry(reference, "lab.sweep")
  check.ok(entry:find("Fields of SweepPlan", 1, true) and entry:find("\n  vary ", 1, true)
    and entry:find("\n  max_plies? ", 1, true), entry)
end)

test("text fits the terminal, but for examples", function()
  local function check_width(lines)
    for line in lines:gmatch "[^\n]+" do check.ok(utf8.len(line) <= 80, line) end
  end
  check_width(text.list(reference))
  for _, entry in ipairs(reference.entries) do
    local shown = text.entry(reference, entry.name)
    if not shown:find "\nExample\n" then check_width(shown) end
  end
end)

return check.done()
