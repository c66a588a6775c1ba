-- The Lua reference for the terminal: the list of all names, and single entries.

local read = require "read"

local text = {}

local COLUMNS = 80
local NAMES = 26 -- columns of the names in the list

-- ---- lines -----------------------------------------------------------------

local function width(line) return utf8.len(line) or #line end

-- Adds words to a list of lines, wrapped. The first line begins with `start`; a start that
-- does not fit into the indentation has a line of its own, and a type that fits into no line
-- is broken between its members.
local function wrap(lines, start, words, indent)
  local line, blank = start, true
  if width(start) >= indent then
    lines[#lines + 1] = start
    line = ""
  end
  line = line .. (" "):rep(indent - width(line))
  for word in words:gmatch "%S+" do
    local space = " "
    for part in word:gmatch(width(word) > COLUMNS - indent and "[^|]+|?" or ".+") do
      if not blank and width(line) + #space + width(part) > COLUMNS then
        lines[#lines + 1] = line
        line, blank = (" "):rep(indent), true
      end
      line = line .. (blank and "" or space) .. part
      blank, space = false, ""
    end
  end
  if line:match "%S" then lines[#lines + 1] = line:match "^(.-)%s*$" end
end

local function add_paragraphs(lines, paragraphs)
  for _, paragraph in ipairs(paragraphs) do
    wrap(lines, "", paragraph, 2)
    lines[#lines + 1] = ""
  end
end

-- ---- entries ---------------------------------------------------------------

local function name_of(row) return (row.key or row.name or "") .. (row.optional and "?" or "") end

-- Parameters, results or fields under a heading, each with its type and, below, its meaning.
local function add_rows(lines, heading, rows)
  if #rows == 0 then return end
  local names = 0
  for _, row in ipairs(rows) do names = math.max(names, width(name_of(row))) end
  lines[#lines + 1] = heading
  local indent = names > 0 and names + 4 or 2
  for _, row in ipairs(rows) do
    wrap(lines, names > 0 and "  " .. name_of(row) or "", row.type, indent)
    for _, paragraph in ipairs(row.text) do wrap(lines, "", paragraph, indent + 2) end
  end
  lines[#lines + 1] = ""
end

local function add_examples(lines, examples)
  for i, example in ipairs(examples) do
    if i == 1 then lines[#lines + 1] = "Example" end
    for line in (example .. "\n"):gmatch "(.-)\n" do
      lines[#lines + 1] = line ~= "" and "  " .. line or ""
    end
    lines[#lines + 1] = ""
  end
end

-- The classes without functions that a function takes: tables that its caller writes.
local function tables_of(reference, entry)
  local found, seen = {}, {}
  for _, param in ipairs(entry.params) do
    for _, class in ipairs(read.types_in(reference, param.type)) do
      if class.kind == "class" and #class.functions == 0 and not seen[class] then
        found[#found + 1], seen[class] = class, true
      end
    end
  end
  return found, seen
end

local function add_see_also(lines, reference, rows, seen)
  local names = {}
  for _, row in ipairs(rows) do
    for _, entry in ipairs(read.types_in(reference, row.type)) do
      if not seen[entry] then names[#names + 1] = entry.name end
      seen[entry] = true
    end
  end
  if #names == 0 then return end
  wrap(lines, "See also:", table.concat(names, ", "), 10)
  lines[#lines + 1] = ""
end

local SHOW = {}

SHOW["function"] = function(lines, reference, entry)
  lines[#lines + 1] = read.signature(entry)
  lines[#lines + 1] = ""
  add_paragraphs(lines, entry.text)
  add_rows(lines, "Arguments", entry.params)
  add_rows(lines, "Returns", entry.returns)
  local tables, seen = tables_of(reference, entry)
  for _, class in ipairs(tables) do
    add_rows(lines, "Fields of " .. class.name, read.fields_of(reference, class))
  end
  add_examples(lines, entry.examples)
  local types = table.move(entry.params, 1, #entry.params, 1, {})
  table.move(entry.returns, 1, #entry.returns, #types + 1, types)
  add_see_also(lines, reference, types, seen)
end

SHOW["class"] = function(lines, reference, entry)
  local parents = table.concat(entry.parents, ", ")
  lines[#lines + 1] = entry.name .. (parents ~= "" and ": " .. parents or "")
  lines[#lines + 1] = ""
  add_paragraphs(lines, entry.text)
  local calls = {}
  for i, call in ipairs(entry.calls) do calls[i] = { type = call, text = {} } end
  add_rows(lines, "Can be called as", calls)
  local fields = read.fields_of(reference, entry)
  add_rows(lines, "Fields", fields)
  if #entry.functions > 0 then lines[#lines + 1] = "Functions" end
  for _, each in ipairs(entry.functions) do
    wrap(lines, "  " .. read.signature(each), read.sentence(each), NAMES + 10)
  end
  if #entry.functions > 0 then lines[#lines + 1] = "" end
  add_examples(lines, entry.examples)
  add_see_also(lines, reference, fields, { [entry] = true })
end

function SHOW.alias(lines, reference, entry)
  lines[#lines + 1] = entry.name
  lines[#lines + 1] = ""
  add_paragraphs(lines, entry.text)
  add_rows(lines, "Stands for", { { type = entry.type, text = {} } })
  add_examples(lines, entry.examples)
  add_see_also(lines, reference, { entry }, {})
end

function SHOW.field(lines, reference, entry)
  wrap(lines, entry.name .. (entry.optional and "?" or ""), entry.type, width(entry.name) + 3)
  lines[#lines + 1] = ""
  add_paragraphs(lines, entry.text)
  add_see_also(lines, reference, { { type = entry.class.name }, entry }, {})
end

-- ---- finding ---------------------------------------------------------------

local function plain(name) return (name:lower():gsub("%(.*$", ""):gsub(":", ".")) end

-- The entries whose name is, or ends in, this one.
local function ending_in(reference, wanted)
  local found, fields = {}, {}
  for _, entry in ipairs(reference.entries) do
    local name = plain(entry.name)
    if name == wanted or name:sub(-#wanted - 1) == "." .. wanted then
      local list = entry.kind == "field" and fields or found
      list[#list + 1] = entry
    end
  end
  return found, fields
end

-- A name is written as it is declared, or after any object: s:moves, lab.simulate, simulate.
local function find(reference, name)
  local wanted = plain(name)
  local found, fields = ending_in(reference, wanted)
  if #found + #fields == 0 and wanted:find("%.") then
    found, fields = ending_in(reference, wanted:match "[^.]*$")
  end
  return found, fields
end

-- ---- what the command prints -----------------------------------------------

-- All names but those of fields, one per line.
function text.names(reference)
  local names = {}
  for _, entry in ipairs(reference.entries) do
    if entry.kind ~= "field" then names[#names + 1] = entry.name end
  end
  return table.concat(names, "\n") .. "\n"
end

-- The entries of a name, or "" if there are none.
function text.entry(reference, name)
  local lines = {}
  local found, fields = find(reference, name)
  for _, entry in ipairs(#found > 0 and found or fields) do
    SHOW[entry.kind](lines, reference, entry)
  end
  if #found > 0 and #fields > 0 then
    local names = {}
    for i, field in ipairs(fields) do names[i] = field.name end
    wrap(lines, "Fields of that name:", table.concat(names, ", "), 2)
  end
  while lines[#lines] == "" do lines[#lines] = nil end
  return #lines > 0 and table.concat(lines, "\n") .. "\n" or ""
end

local function add_to_list(lines, entry, indent)
  local name = entry.kind == "function" and read.signature(entry) or entry.name
  wrap(lines, indent .. name, read.sentence(entry), NAMES)
  for _, each in ipairs(entry.functions or {}) do add_to_list(lines, each, indent .. "  ") end
end

-- All names with their first sentences, by section.
function text.list(reference)
  local lines = {}
  for _, section in ipairs(reference.sections) do
    lines[#lines + 1] = section.title
    for _, entry in ipairs(section.items) do add_to_list(lines, entry, "  ") end
    lines[#lines + 1] = ""
  end
  return table.concat(lines, "\n") .. "\n"
end

return text
