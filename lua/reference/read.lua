-- Reads the type annotations in lua/types: the one source of the Lua reference.
--
-- A reference is { sections, entries, by_name }. A section is { title, items }: functions,
-- classes and aliases in the order of the files. An entry is
--
--   { kind = "function", name = "State:moves", text, examples, params, returns }
--   { kind = "class", name = "State", text, examples, parents, calls, fields, functions }
--   { kind = "alias", name = "Move", text, examples, type }
--   { kind = "field", name = "RunPlan.games", text, type, optional, class, key }
--
-- `text` is a list of paragraphs, `examples` one of Lua chunks. Parameters and results are
-- { name, type, text, optional }. The functions of the module itself stand among the items of
-- a section, those of other classes in `functions` of their class.

local read = {}

-- Those in lua/types, in the order of the page.
local FILES = { "boardlab", "games", "grids", "definitions", "modifiers" }

-- ---- types -----------------------------------------------------------------

-- Returns the position after one member of a union that starts at `at`; nil if there is none.
local skip_type
local function skip_member(text, at)
  local last = text:match('^"[^"]*"()', at) or text:match("^%b()()", at)
    or text:match("^%b{}()", at)
  local call = text:match("^fun%b()()", at)
  if call then
    local result = text:match("^%s*:%s*()", call)
    last = result and skip_type(text, result) or call
  end
  last = last or text:match("^[%a_][%w_%.]*()", at) or text:match("^%.%.%.()", at)
  if not last then return nil end
  last = text:match("^%b<>()", last) or last
  return text:match("^[%[%]?]*()", last)
end

-- Returns the position after the type that starts at `at`, such as table<string, "a"|"b">?.
function skip_type(text, at)
  local last = skip_member(text, at)
  local bar = last and text:match("^%s*|%s*()", last)
  if bar then return skip_type(text, bar) end
  return last
end

-- Splits "number? winning chance" into the type and what follows.
local function split_type(text)
  local last = skip_type(text, 1)
  if not last then error("no type in '" .. text .. "'", 0) end
  return text:sub(1, last - 1), (text:sub(last):gsub("^%s+", ""):gsub("^#%s*", ""))
end

-- ---- lines -----------------------------------------------------------------

-- Splits the lines of a comment into paragraphs and the examples between them.
local function split_doc(lines)
  local text, examples, paragraph, code = {}, {}, {}, nil
  local function end_paragraph()
    if #paragraph > 0 then text[#text + 1] = table.concat(paragraph, " ") end
    paragraph = {}
  end
  for _, line in ipairs(lines) do
    if line:match "^```" then
      end_paragraph()
      if code then examples[#examples + 1] = table.concat(code, "\n") end
      code = not code and {} or nil
    elseif code then
      code[#code + 1] = line
    elseif line == "" then
      end_paragraph()
    else
      paragraph[#paragraph + 1] = line
    end
  end
  if code then error("an example that does not end", 0) end
  end_paragraph()
  return text, examples
end

-- Takes what follows a tag apart; `form` is how it should be written.
local function take(rest, pattern, form)
  local a, b, c = rest:match(pattern)
  if not a then error(("'%s' is not written as %s"):format(rest, form), 0) end
  return a, b, c
end

-- What a @param, a @field or a @return says, after its name.
local function described(name, rest)
  local kind, text = split_type(rest)
  return { name = name, type = kind, text = text ~= "" and { text } or {} }
end

local Reader = {}
Reader.__index = Reader

function Reader:add(entry)
  if self.reference.by_name[entry.name] then error(entry.name .. " is declared twice", 0) end
  self.reference.by_name[entry.name] = entry
  table.insert(self.reference.entries, entry)
end

function Reader:add_item(entry)
  self:add(entry)
  if not self.section then
    self:begin_section(self.meta or error("there is no @meta at the beginning", 0))
  end
  table.insert(self.section.items, entry)
end

function Reader:begin_section(title)
  self.section = { title = title:sub(1, 1):upper() .. title:sub(2), items = {} }
  table.insert(self.reference.sections, self.section)
end

function Reader:check_class(tag)
  if not self.class then error("there is no @class before " .. tag, 0) end
end

-- What scripts call a class: the module is `lab` there.
local function prefix_of(class)
  return (class.name:gsub("^boardlab%f[.\0]", "lab"))
end

-- Takes what was said so far.
function Reader:take_doc()
  local text, examples = split_doc(self.doc)
  self.doc = {}
  return text, examples
end

-- ---- annotations -----------------------------------------------------------

local TAGS = {}

function TAGS:meta(rest) self.meta = rest end

function TAGS:alias(rest)
  local name, definition = take(rest, "^(%S+)%s+(.*)$", "@alias NAME TYPE")
  local kind, remark = split_type(definition)
  local text, examples = self:take_doc()
  if remark ~= "" then table.insert(text, 1, remark) end
  self:add_item { kind = "alias", name = name, type = kind, text = text, examples = examples }
end

-- Whether a class is one of these parents, or what they inherit from.
local function is_above(reference, name, parents)
  for _, parent in ipairs(parents or {}) do
    local entry = reference.by_name[parent]
    if parent == name or entry and is_above(reference, name, entry.parents) then return true end
  end
  return false
end

TAGS["class"] = function(self, rest)
  local name, parents = take(rest, "^([%w_.]+):?%s*(.*)$", "@class NAME: PARENT, …")
  local text, examples = self:take_doc()
  self.class = { kind = "class", name = name, text = text, examples = examples, parents = {},
    calls = {}, fields = {}, functions = {} }
  for parent in parents:gmatch "[^,%s]+" do table.insert(self.class.parents, parent) end
  if is_above(self.reference, name, self.class.parents) then
    error(name .. " inherits from itself", 0)
  end
  self:add_item(self.class)
end

function TAGS:field(rest)
  local form = rest:match "^%[" and "^(%[%w+%])(%??)%s+(.*)$" or "^([%w_]+)(%??)%s+(.*)$"
  local key, optional, definition = take(rest, form, "@field NAME TYPE")
  self:check_class "@field"
  local field = described(key, definition)
  field.kind, field.key, field.class, field.optional = "field", key, self.class, optional == "?"
  field.name = prefix_of(self.class) .. (key:match "^%[" and "" or ".") .. key
  table.insert(self.class.fields, field)
  self:add(field)
end

function TAGS:overload(rest)
  self:check_class "@overload"
  table.insert(self.class.calls, rest)
end

function TAGS:generic(rest)
  local name, kind = take(rest, "^(%w+):?%s*(.*)$", "@generic NAME: TYPE")
  self.generics[name] = kind ~= "" and kind or nil
end

function TAGS:param(rest)
  local name, optional, definition = take(rest, "^([%w_.]+)(%??)%s+(.*)$", "@param NAME TYPE")
  local param = described(name, definition)
  param.optional = optional == "?"
  if name ~= "self" then table.insert(self.params, param) end
end

TAGS["return"] = function(self, rest)
  local kind, text = split_type(rest)
  local named = not rest:sub(#kind + 1):match "^%s*#"
  local name, remark = text:match "^(%S+)%s*(.*)$"
  if not named then name, remark = nil, text end
  table.insert(self.returns,
    { name = name, type = kind, text = remark and remark ~= "" and { remark } or {} })
end

-- Replaces type parameters by what they stand for: S by State.
function Reader:resolve(list)
  for _, each in ipairs(list) do
    each.type = each.type:gsub("%f[%w_]%a%f[^%w_]", self.generics)
  end
  return list
end

-- ---- files -----------------------------------------------------------------

function Reader:begin_comment()
  self.doc, self.params, self.returns, self.generics, self.class = {}, {}, {}, {}, nil
end

function Reader:add_function(owner, separator, name, arguments)
  local class = self.locals[owner] or error("'" .. owner .. "' is not declared as a class", 0)
  local text, examples = self:take_doc()
  local names = {}
  for i, param in ipairs(self.params) do names[i] = param.name end
  local entry = { kind = "function", name = prefix_of(class) .. separator .. name, text = text,
    examples = examples, params = self:resolve(self.params), returns = self:resolve(self.returns) }
  if table.concat(names, ", ") ~= arguments then
    error(("%s has the parameters (%s) and documents (%s)"):format(entry.name, arguments,
      table.concat(names, ", ")), 0)
  end
  if prefix_of(class) == "lab" then self:add_item(entry) return end
  self:add(entry)
  table.insert(class.functions, entry)
end

-- A line that is no annotation ends the comment before it.
function Reader:read_code(line)
  local title = line:match "^%-%- %-%-%-%- (.-) %-+$"
  local object = line:match "^local (%w+) = {}$"
  local owner, separator, name, arguments = line:match "^function (%w+)([.:])([%w_]+)%((.-)%) end$"
  if title then
    self:begin_section(title)
  elseif object and self.class then
    self.locals[object] = self.class
  elseif owner then
    self:add_function(owner, separator, name, arguments)
  elseif line:match "^function" then
    error("a declaration that cannot be read: " .. line, 0)
  end
  if #self.doc + #self.params + #self.returns > 0 and not owner then
    error("the comment before this line belongs to nothing", 0)
  end
  self:begin_comment()
end

function Reader:read_line(line)
  if line:find "%z" or not utf8.len(line) then error("this line is not UTF-8 text", 0) end
  local tag, rest = line:match "^%-%-%-@(%w+)%s*(.*)$"
  local said = line:match "^%-%-%-([^@].*)$" or line == "---" and ""
  if tag then
    local add = TAGS[tag] or error("the annotation @" .. tag .. " is not known here", 0)
    add(self, rest)
  elseif said then
    table.insert(self.doc, said)
  else
    self:read_code(line)
  end
end

-- The lines of a text, after which a blank one ends the last comment.
local function lines_of(text)
  return (text:gsub("\r\n", "\n"):gsub("\n$", "") .. "\n\n"):gmatch "(.-)\n"
end

-- Adds what a file declares to a reference.
function read.file(text, path, reference)
  local reader = setmetatable({ reference = reference, locals = {} }, Reader)
  local number = 0
  reader:begin_comment()
  for line in lines_of(text) do
    number = number + 1
    local good, message = pcall(reader.read_line, reader, line)
    if not good then error(("%s:%d: %s"):format(path, number, message), 0) end
  end
  if not reader.section then error(path .. ": nothing is declared in it", 0) end
  return reference
end

function read.new() return { sections = {}, entries = {}, by_name = {} } end

-- Reads all annotations. library_file returns the text of a file of the library, and its path.
function read.all(library_file)
  local reference = read.new()
  for _, name in ipairs(FILES) do
    local text, path = library_file("types/" .. name .. ".lua")
    read.file(text, path, reference)
  end
  return reference
end

-- ---- questions -------------------------------------------------------------

-- Calls visit(word) for every word of a type outside of strings; its results replace the words.
function read.type_words(kind, visit)
  local text = {}
  for quoted, plain in (kind .. '""'):gmatch '([^"]*)("[^"]*")' do
    text[#text + 1] = quoted:gsub("[%a_][%w_%.]*", visit) .. plain
  end
  return (table.concat(text):gsub('""$', ""))
end

-- The classes and aliases that a type names.
function read.types_in(reference, kind)
  local found = {}
  read.type_words(kind, function(word)
    local entry = reference.by_name[word]
    if entry and entry.kind ~= "function" then found[#found + 1] = entry end
  end)
  return found
end

-- The fields of a class, after those that it inherits.
function read.fields_of(reference, class)
  local fields = {}
  for _, parent in ipairs(class.parents) do
    local entry = reference.by_name[parent]
    if entry then table.move(read.fields_of(reference, entry), 1, 999, #fields + 1, fields) end
  end
  return table.move(class.fields, 1, #class.fields, #fields + 1, fields)
end

-- The signature of a function: "State:moves(into?)".
function read.signature(entry)
  local names = {}
  for i, param in ipairs(entry.params) do
    names[i] = param.name .. (param.optional and "?" or "")
  end
  return ("%s(%s)"):format(entry.name, table.concat(names, ", "))
end

-- The first sentence of what is said about an entry; without one, what it consists of.
function read.sentence(entry)
  local text = entry.text[1] or entry.type or ""
  if text == "" and entry.fields then
    local keys = {}
    for i, field in ipairs(entry.fields) do keys[i] = field.key end
    text = table.concat(keys, ", ")
  end
  return text:match "^(.-[.!?])%s+[%u`]" or text
end

return read
