-- Writes a definition that a script has made (lab.variant, lab.rules, lab.bot) as a file of its
-- own, which workers, other processes and later commands can open like any other file.
--
-- The text of each function is taken from the script, and stands in the same line there. That
-- it is the right text is certain: compiled again, it must give the same code. The variables
-- that functions use are copied by value; libraries and modules are named. Whatever cannot be
-- written like that is refused, with the name of the variable.
--
-- Loaded by host/api/lab_definition.c. Scripts are trusted, so this may use `debug`.

local debug, io, string, table, utf8 = debug, io, string, table, utf8
local globals = _G

local SOURCE_MAX = (256 << 10) - 1 -- bytes of a file, as for all files of bots and games
local LOCALS_MAX = 190             -- Lua allows 200 in a function
local HEAD_MAX = 20                -- lines from the word `function` to the parameters

-- ---- the text of functions ----------------------------------------------------------------

-- Returns where the words "function" (the last first) or the ends of the words "end" are in a line
-- of a text.
local function find_words(lines, number, word)
  local found, from = {}, lines[number]
  local line = from and lines.text:sub(from, (lines[number + 1] or #lines.text + 2) - 2) or ""
  for first, last in line:gmatch("%f[%w_]()" .. word .. "()%f[^%w_]") do
    if word == "end" then
      found[#found + 1] = from + last - 2
    else
      table.insert(found, 1, from + first - 1)
    end
  end
  return found
end

local files = {} -- by name: the text, and where each of its lines starts

local function read_file(name, library)
  if files[name] then return files[name] end
  local handle = io.open(name, "rb") or io.open(library .. "/" .. name, "rb")
  local text = handle and handle:read "a"
  if handle then handle:close() end
  if not text then return nil end
  text = text:gsub("\r\n", "\n"):gsub("^#[^\n]*", "")
  local lines = { 1, text = text }
  for after in text:gmatch "\n()" do lines[#lines + 1] = after end
  files[name] = lines
  return lines
end

-- The text of a function as an expression: without its name, and with `self` as a parameter
-- if it is a method.
local function expression_text(whole)
  local name, parameters, rest = whole:match "^function([^(]*)%(([^)]*)%)(.*)$"
  if not name then return whole end
  local _, lines = name:gsub("\n", "")
  local self = name:find(":", 1, true) and (parameters:find "%S" and "self, " or "self") or ""
  return "function" .. ("\n"):rep(lines) .. "(" .. self .. parameters .. ")" .. rest
end

-- ---- compiled code ------------------------------------------------------------------------

-- Reads what string.dump writes without debug information.
local function read_code(dump)
  local at = 33 -- after the header and the number of upvalues
  local function byte()
    at = at + 1
    return dump:byte(at - 1)
  end
  local function number()
    local value = 0
    repeat
      local group = byte()
      value = value << 7 | group & 0x7f
    until group & 0x80 ~= 0
    return value
  end
  local function bytes(size)
    at = at + size
    return dump:sub(at - size, at - 1)
  end
  local function text()
    local size = number()
    return size > 0 and bytes(size - 1) or nil
  end
  local function constant()
    local kind = byte()
    if kind == 0x03 or kind == 0x13 then return { kind, bytes(8) } end
    if kind == 0x04 or kind == 0x14 then return { kind, text() } end
    return { kind, "" }
  end
  local function code()
    local f = { constants = {}, upvalues = {}, functions = {} }
    text() -- the source
    f.head = ("%d %d %d %d %d"):format(number(), number(), byte(), byte(), byte())
    f.code = bytes(4 * number())
    for i = 1, number() do f.constants[i] = constant() end
    for i = 1, number() do
      f.upvalues[i] = { inside = byte() == 1, index = byte() }
      byte() -- whether it is <const>
    end
    for i = 1, number() do f.functions[i] = code() end
    for _ = 1, 4 do number() end -- no debug information
    return f
  end
  return code()
end

-- Whether two functions do the same. From which variables of the surrounding function they
-- get their upvalues is not compared.
local function same_code(a, b, inner)
  if a.head ~= b.head or a.code ~= b.code or #a.constants ~= #b.constants
    or #a.upvalues ~= #b.upvalues or #a.functions ~= #b.functions then return false end
  for i, constant in ipairs(a.constants) do
    if constant[1] ~= b.constants[i][1] or constant[2] ~= b.constants[i][2] then return false end
  end
  for i, upvalue in ipairs(inner and a.upvalues or {}) do
    local other = b.upvalues[i]
    if upvalue.inside ~= other.inside or upvalue.index ~= other.index then return false end
  end
  for i, f in ipairs(a.functions) do
    if not same_code(f, b.functions[i], true) then return false end
  end
  return true
end

-- Adds the globals that a function names to `names`. `is_env` says which of its upvalues are
-- _ENV. Returns false if it uses _ENV in another way.
local function list_globals(f, is_env, names)
  local GETUPVAL, GETTABUP, SETTABUP = 9, 11, 15
  for at = 1, #f.code, 4 do
    local code = string.unpack("I4", f.code, at)
    local operation, a, b, c = code & 0x7f, code >> 7 & 0xff, code >> 16 & 0xff, code >> 24
    if operation == GETTABUP and is_env[b + 1] then names[f.constants[c + 1][2]] = true end
    if operation == SETTABUP and is_env[a + 1] then names[f.constants[b + 1][2]] = true end
    if operation == GETUPVAL and is_env[b + 1] then return false end
  end
  for _, inner in ipairs(f.functions) do
    local inner_env = {}
    for i, upvalue in ipairs(inner.upvalues) do
      inner_env[i] = not upvalue.inside and is_env[upvalue.index + 1]
    end
    if not list_globals(inner, inner_env, names) then return false end
  end
  return true
end

-- ---- values that have a name in every file --------------------------------------------------

local BASE = { "assert", "error", "getmetatable", "ipairs", "load", "next", "pairs", "pcall",
  "print", "rawequal", "rawget", "rawlen", "rawset", "require", "select", "setmetatable",
  "tonumber", "tostring", "type", "xpcall" }
local LIBRARIES = { "coroutine", "math", "string", "table", "utf8" }
local SCRIPTS_ONLY = { "collectgarbage", "debug", "dofile", "io", "loadfile", "os", "package",
  "warn" }

local function add_fields(known, value, prefix)
  for key, field in next, value do
    if type(key) == "string" and (type(field) == "function" or type(field) == "table") then
      known[field] = known[field] or prefix .. "." .. key
    end
  end
end

-- Returns an expression for each library, module and function of them.
local function known_values()
  local known = {}
  for _, name in ipairs(BASE) do known[globals[name]] = name end
  for _, name in ipairs(LIBRARIES) do
    known[globals[name]] = name
    add_fields(known, globals[name], name)
  end
  local forbidden = { [globals] = "_G of the script" }
  for _, name in ipairs(SCRIPTS_ONLY) do
    forbidden[globals[name]] = name
    if type(globals[name]) == "table" then add_fields(forbidden, globals[name], name) end
  end
  local modules = {}
  for name, module in next, package.loaded do
    if type(module) == "table" and not known[module] and not forbidden[module]
      and module ~= globals then modules[#modules + 1] = name end
  end
  table.sort(modules)
  for _, name in ipairs(modules) do
    local prefix = ("require %q"):format(name)
    known[package.loaded[name]] = prefix
    add_fields(known, package.loaded[name], prefix)
  end
  return known, forbidden
end

-- ---- visiting all that a definition reaches -------------------------------------------------

local Writer = {}
Writer.__index = Writer

function Writer:refuse(message, ...)
  error(self.where .. message:format(...), 0)
end

local MEANS = "numbers, strings, booleans, tables of these, functions of its own file, libraries "
  .. "and modules"

-- How a value is called in messages: by its path, and the function that uses it, if any.
local function title(path, user)
  return ("'%s'"):format(path) .. (user and (", used by %s,"):format(user) or "")
end

function Writer:refuse_value(value, path, user)
  if self.forbidden[value] then
    self:refuse("%s is %s, which bots and games do not have", title(path, user),
      self.forbidden[value])
  end
  local kind = type(value) == "userdata" and debug.getmetatable(value)
  self:refuse("%s is a %s, which cannot be copied into the definition: it can use %s",
    title(path, user),
    type(kind) == "table" and kind.__name or type(value), MEANS)
end

local function sorted_keys(t)
  local keys = {}
  for key in next, t do keys[#keys + 1] = key end
  table.sort(keys, function(a, b)
    if math.type(a) and math.type(b) then return a < b end
    if type(a) ~= type(b) then return type(a) < type(b) end
    return tostring(a) < tostring(b)
  end)
  return keys
end

function Writer:visit_table(t, path, user)
  self.uses[t] = (self.uses[t] or 0) + 1
  if self.uses[t] > 1 then return end
  if debug.getmetatable(t) then
    self:refuse("%s is a table with a metatable, which cannot be copied into the definition",
      title(path, user))
  end
  for _, key in ipairs(sorted_keys(t)) do
    local kind = type(key)
    if kind ~= "string" and kind ~= "number" and kind ~= "boolean" then
      self:refuse("%s has a %s as a key, which cannot be copied into the definition",
        title(path, user), kind)
    end
    local inner = kind == "string" and key:match "^[%a_][%w_]*$" and "." .. key
      or ("[%s]"):format(kind == "string" and ("%q"):format(key) or tostring(key))
    self:visit(t[key], path .. inner, user)
  end
end

-- Finds the text that a function was compiled from: from a word "function" to a word "end".
function Writer:find_text(f, info, names, path)
  local file = read_file(self.file, self.library)
  if not file then
    self:refuse("%s: could not read %s again, where the function is", path, self.file)
  end
  local wanted = read_code(string.dump(f, true))
  local declared = #names > 0 and "local " .. table.concat(names, ", ") .. " " or ""
  local ends, other = find_words(file, info.lastlinedefined, "end"), nil
  for line = info.linedefined, math.max(1, info.linedefined - HEAD_MAX), -1 do
    for _, first in ipairs(find_words(file, line, "function")) do
      for _, last in ipairs(ends) do
        local text = expression_text(file.text:sub(first, last))
        local chunk = load(("\n"):rep(line - 1) .. declared .. "return " .. text, "=text", "t")
        local made = chunk and read_code(string.dump(chunk, true)).functions or {}
        local found = #made == 1 and made[1] or nil -- it and nothing else
        if found and same_code(wanted, found) then
          return text, { first = first, line = line, last_line = info.lastlinedefined }, wanted
        end
        other = other or found
      end
    end
  end
  self:explain_text(f, wanted, other, path)
end

local function env_upvalues(f)
  local is_env, i = {}, 1
  while true do
    local name = debug.getupvalue(f, i)
    if not name then return is_env end
    is_env[i] = name == "_ENV"
    i = i + 1
  end
end

-- A variable declared <const> leaves no trace in the code but its value.
function Writer:explain_text(f, wanted, found, path)
  local before, now = {}, {}
  if found then
    list_globals(wanted, env_upvalues(f), before)
    local all = {}
    for i in ipairs(found.upvalues) do all[i] = true end
    list_globals(found, all, now)
    for _, name in ipairs(sorted_keys(now)) do
      if not before[name] and globals[name] == nil then
        self:refuse("%s uses '%s', which is declared <const>: leave <const> out", path, name)
      end
    end
  end
  self:refuse("%s: its text in %s is not what was compiled: has the file changed?", path,
    self.file)
end

function Writer:visit_upvalues(f, path)
  local names, ids = {}, {}
  for i = 1, math.huge do
    local name, value = debug.getupvalue(f, i)
    if not name then break end
    if name == "_ENV" then
      if value ~= globals then self:refuse("%s has an _ENV of its own", path) end
    else
      names[#names + 1] = name
      ids[#ids + 1] = { name = name, id = debug.upvalueid(f, i), value = value }
    end
  end
  return names, ids
end

-- Notes which functions use a variable. Variables of the same name that are not the same
-- become parameters of a function that makes the functions using them.
function Writer:add_variable(variable, entry)
  local users = self.users[variable.id]
  if not users then
    users = { variable = variable }
    self.users[variable.id] = users
    local ids = self.named[variable.name] or {}
    self.named[variable.name] = ids
    ids[#ids + 1] = variable.id
    self:visit(variable.value, variable.name, entry.path)
  end
  users[#users + 1] = entry
end

-- In the file, all functions see a local variable, also those that mean a global of that name.
function Writer:place_local(name, users)
  if self.global_users[name] then
    self:refuse("'%s' is a local variable for %s and a global for %s: rename one of them", name,
      users[1].path, self.global_users[name])
  end
  self.variables[name] = users.variable
end

-- Decides which variables are local to the file, and which are parameters.
function Writer:place_variables()
  for _, name in ipairs(sorted_keys(self.named)) do
    local ids = self.named[name]
    if #ids == 1 then self:place_local(name, self.users[ids[1]]) end
    for _, id in ipairs(#ids > 1 and ids or {}) do
      local users = self.users[id]
      if #users > 1 then
        self:refuse("%s uses a different variable called '%s' than %s does: rename one of them",
          self.users[ids[1]][1].path, name, self.users[ids[2]][1].path)
      end
      local parameters = users[1].parameters
      parameters[#parameters + 1] = users.variable
      users[1].block.is_maker = true
    end
  end
end

function Writer:visit_globals(f, code, path)
  local names = {}
  if not list_globals(code, env_upvalues(f), names) then
    self:refuse("%s uses _ENV, or more than 255 constants", path)
  end
  for _, name in ipairs(sorted_keys(names)) do
    local value = globals[name]
    self.global_users[name] = self.global_users[name] or path
    if value ~= nil and self.known[value] ~= name and self.globals[name] == nil then
      self.globals[name] = value
      self:visit(value, name, path)
    end
  end
end

-- Returns a function that was made by the same text and uses the same variables, or nil.
function Writer:find_closure(first, variables)
  for _, entry in ipairs(self.list) do
    local same = entry.block.first == first
    for i, variable in ipairs(same and variables or {}) do
      same = same and entry.variables[i].id == variable.id
    end
    if same then return entry end
  end
end

function Writer:visit_function(f, where, user)
  local info = debug.getinfo(f, "S")
  local path = title(where)
  if self.functions[f] then return end
  if info.what == "C" then self:refuse_value(f, where, user) end
  if info.source:sub(1, 1) ~= "@" then
    self:refuse("%s is not from a file: its text is not known", path)
  end
  local file = info.source:sub(2)
  self.file = self.file or file
  if file ~= self.file then
    self:refuse("%s is a function of %s, others are of %s: a definition can use functions of one "
      .. "file and, with require, of modules", path, file, self.file)
  end
  local names, variables = self:visit_upvalues(f, path)
  local text, block, code = self:find_text(f, info, names, path)
  local same = self:find_closure(block.first, variables)
  self.functions[f] = same
  if same then return end
  local entry = { path = path, variables = variables, parameters = {},
    block = self.blocks[block.first] or { text = text, line = block.line,
      last_line = block.last_line, first = block.first, path = path } }
  self.blocks[block.first] = entry.block
  self.functions[f] = entry
  self.list[#self.list + 1] = entry
  entry.number = #self.list
  for _, variable in ipairs(variables) do self:add_variable(variable, entry) end
  self:visit_globals(f, code, path)
end

function Writer:visit(value, path, user)
  local kind = type(value)
  if kind == "string" or kind == "number" or kind == "boolean" or kind == "nil"
    or self.known[value] then return end
  if self.forbidden[value] then self:refuse_value(value, path, user) end
  if kind == "table" then return self:visit_table(value, path, user) end
  if kind == "function" then return self:visit_function(value, path, user) end
  local grid = kind == "userdata" and self.grid_of(value)
  if not grid then self:refuse_value(value, path, user) end
  self:visit(grid, path, user)
end

-- ---- writing ------------------------------------------------------------------------------

local function quote(text)
  text = ("%q"):format(text):gsub("\\\n", "\\n"):gsub("\r", "\\r")
  if utf8.len(text) then return text end
  return (text:gsub("[\x80-\xff]", function(c) return ("\\%03d"):format(c:byte()) end))
end

local function number_text(n)
  if n ~= n then return "(0/0)" end
  if n == math.huge then return "math.huge" end
  if n == -math.huge then return "-math.huge" end
  if n == math.mininteger and math.type(n) == "integer" then return "math.mininteger" end
  if math.type(n) == "integer" then return ("%d"):format(n) end
  local text = ("%.14g"):format(n)
  if tonumber(text) ~= n then text = ("%.17g"):format(n) end
  return text:find "[.e]" and text or text .. ".0"
end

local RESERVED = {}
for word in ([[and break do else elseif end false for function goto if in local nil not or repeat
  return then true until while]]):gmatch "%a+" do RESERVED[word] = true end

function Writer:key(key)
  if type(key) == "string" and key:match "^[%a_][%w_]*$" and not RESERVED[key] then return key end
  return "[" .. self:text(key) .. "]"
end

function Writer:fields(t, separator)
  local parts, count = {}, #t
  for i = 1, count do parts[i] = self:text(t[i]) end
  for _, key in ipairs(sorted_keys(t)) do
    if not (math.type(key) == "integer" and key >= 1 and key <= count) then
      parts[#parts + 1] = self:key(key) .. " = " .. self:text(t[key])
    end
  end
  return table.concat(parts, separator)
end

-- A table that is used more than once is in a list of its own, so that it stays one table.
function Writer:table_text(t)
  if self.uses[t] == 1 then
    local fields = self:fields(t, ", ")
    return fields == "" and "{}" or "{ " .. fields .. " }"
  end
  if not self.shared[t] then
    self.shared[t] = #self.shared + 1
    self.shared[#self.shared + 1] = t
  end
  return ("%s[%d]"):format(self.tables_name, self.shared[t])
end

function Writer:text(value)
  local kind = type(value)
  if kind == "string" then return quote(value) end
  if kind == "number" then return number_text(value) end
  if kind == "boolean" or kind == "nil" then return tostring(value) end
  if self.known[value] then return self.known[value] end
  if kind == "table" then return self:table_text(value) end
  if kind == "function" then
    return ("%s[%d]"):format(self.functions_name, self.functions[value].number)
  end
  return 'require "boardlab".grid ' .. self:table_text(self.grid_of(value))
end

-- Returns a name that no function uses.
function Writer:free_name(name)
  while self.named[name] or self.global_users[name] do name = name .. "_" end
  return name
end

local function parameter_names(entry)
  local names = {}
  for i, variable in ipairs(entry.parameters) do names[i] = variable.name end
  return table.concat(names, ", ")
end

-- Returns the functions, each in its line of the script.
function Writer:functions_text(head)
  local order, parts, line = sorted_keys(self.blocks), { head }, 1
  for i, first in ipairs(order) do
    local block = self.blocks[first]
    if line > block.line then
      self:refuse("%s is created inside %s: a definition cannot use both", block.path,
        self.blocks[order[i - 1]].path)
    end
    block.number = i
    parts[#parts + 1] = ("\n"):rep(block.line - line)
    parts[#parts + 1] = self:block_text(block)
    line = block.last_line
  end
  return table.concat(parts)
end

function Writer:block_text(block)
  for _, entry in ipairs(self.list) do
    if entry.block == block and block.is_maker then
      return ("%s[%d] = function(%s) return %s end "):format(self.makers_name, block.number,
        parameter_names(entry), block.text)
    elseif entry.block == block then
      return ("%s[%d] = %s "):format(self.functions_name, entry.number, block.text)
    end
  end
end

-- Adds the functions that a value contains to `list`, except in tables that are filled later.
function Writer:list_functions(value, list)
  if self.known[value] then return end
  if type(value) == "function" then list[#list + 1] = self.functions[value] end
  if type(value) == "table" and self.uses[value] == 1 then
    for _, key in ipairs(sorted_keys(value)) do self:list_functions(value[key], list) end
  end
end

-- Makes a function with parameters, after those that their values contain.
function Writer:make(entry, parts)
  if not entry.block.is_maker or entry.is_made then return end
  if entry.is_being_made then
    self:refuse("%s, which exists several times with variables of its own, uses itself",
      entry.path)
  end
  entry.is_being_made = true
  local values, needed = {}, {}
  for i, variable in ipairs(entry.parameters) do
    self:list_functions(variable.value, needed)
    values[i] = self:text(variable.value)
  end
  for _, other in ipairs(needed) do self:make(other, parts) end
  parts[#parts + 1] = ("%s[%d] = %s[%d](%s)"):format(self.functions_name, entry.number,
    self.makers_name, entry.block.number, table.concat(values, ", "))
  entry.is_made = true
end

function Writer:makers_text()
  local parts = {}
  for _, entry in ipairs(self.list) do self:make(entry, parts) end
  return table.concat(parts, "\n")
end

-- Fills tables that are used more than once. Filling one may find others.
function Writer:tables_text()
  local parts, at = {}, 1
  while self.shared[at] do
    local t = self.shared[at]
    for _, key in ipairs(sorted_keys(t)) do
      parts[#parts + 1] = ("%s[%d][%s] = %s"):format(self.tables_name, at, self:text(key),
        self:text(t[key]))
    end
    at = at + 1
  end
  local made = {}
  for i = 1, #self.shared do made[i] = ("%s[%d] = {}"):format(self.tables_name, i) end
  return table.concat(made, "\n"), table.concat(parts, "\n")
end

function Writer:head()
  local names = sorted_keys(self.variables)
  if #names > LOCALS_MAX then
    self:refuse("the functions use %d variables; at most %d are possible", #names, LOCALS_MAX)
  end
  self.functions_name, self.makers_name = self:free_name "functions", self:free_name "makers"
  self.tables_name = self:free_name "tables"
  local lists = ("local %s, %s, %s = {}, {}, {} "):format(self.functions_name, self.makers_name,
    self.tables_name)
  return lists .. (#names > 0 and "local " .. table.concat(names, ", ") .. " " or ""), names
end

-- Variables get their values after the functions, which some of the values are.
function Writer:values_text(names)
  local parts = {}
  for _, name in ipairs(names) do
    local value = self.variables[name].value
    if value ~= nil then parts[#parts + 1] = name .. " = " .. self:text(value) end
  end
  for _, name in ipairs(sorted_keys(self.globals)) do
    parts[#parts + 1] = name .. " = " .. self:text(self.globals[name])
  end
  return table.concat(parts, "\n")
end

function Writer:definition_text(kind, definition)
  local fields = "{\n  " .. self:fields(definition, ",\n  ") .. "\n}\n"
  return "return " .. (kind == "bot" and "" or ('require "boardlab".%s '):format(kind)) .. fields
end

function Writer:write(kind, definition)
  self:place_variables()
  local head, names = self:head()
  local functions = self:functions_text(head)
  local closures = self:makers_text()
  local values = self:values_text(names)
  local result = self:definition_text(kind, definition)
  local made, filled = self:tables_text()
  local parts = { functions }
  for _, part in ipairs { made, closures, filled, values, result } do
    if part ~= "" then parts[#parts + 1] = part end
  end
  local text = table.concat(parts, "\n")
  if #text > SOURCE_MAX then
    self:refuse("the definition is %d bytes long with all its values; at most %d are possible",
      #text, SOURCE_MAX)
  end
  if not utf8.len(text) then self:refuse("%s is not UTF-8", self.file) end
  return text
end

-- ---- the function that lab_definition.c calls -----------------------------------------------

-- A game as a base is named by its spec.
local function with_base(definition, spec_of)
  local copy = {}
  for key, value in next, definition do copy[key] = value end
  copy.base = spec_of(copy.base) or copy.base
  return copy
end

local function is_in_library(source, library)
  return source:sub(1, #library + 2) == "@" .. library .. "/"
end

-- Returns the innermost function of a file that is running, except for this file's; a module of
-- the library, such as modifiers.lua, works for whoever has called it.
local function find_caller(library)
  local first
  for level = 4, math.huge do
    local info = debug.getinfo(level, "Sl")
    if not info then return first end
    if info.source:sub(1, 1) == "@" then
      first = first or info
      if not is_in_library(info.source, library) then return info end
    end
  end
end

-- Returns the file that a definition belongs to, its name or nil, and its text. `kind` is
-- "variant", "rules" or "bot". `spec_of` and `grid_of` return what a game or a grid was made
-- from, or nil.
return function(kind, definition, library, spec_of, grid_of)
  local caller = find_caller(library)
  local known, forbidden = known_values()
  local where = caller and ("%s:%d: "):format(caller.short_src, caller.currentline) or ""
  local writer = setmetatable({ where = where .. "lab." .. kind .. ": ", library = library,
    grid_of = grid_of, known = known, forbidden = forbidden, uses = {}, functions = {}, list = {},
    blocks = {}, users = {}, named = {}, variables = {}, globals = {},
    global_users = {}, shared = {} }, Writer)
  if debug.getmetatable(definition) then writer:refuse "it takes a table without a metatable" end
  if definition.name == "" then
    writer:refuse "'name' is empty: leave it out, or write one such as \"quiet\""
  end
  if kind == "bot" and type(definition.choose) ~= "function" then
    writer:refuse("a bot needs 'choose', a function, not a %s", type(definition.choose))
  end
  definition = with_base(definition, spec_of)
  for _, key in ipairs(sorted_keys(definition)) do
    if type(key) ~= "string" then writer:refuse("keys must be names, not a %s", type(key)) end
    writer:visit(definition[key], key)
  end
  if not (writer.file or caller) then writer:refuse "definitions can only be made in a file" end
  writer.file = writer.file or caller.source:sub(2)
  local is_helper = caller and is_in_library("@" .. writer.file, library)
  local name = type(definition.name) == "string" and definition.name:gsub("[^%w_-]", "_") or nil
  return is_helper and caller.source:sub(2) or writer.file, name, writer:write(kind, definition)
end
