-- The Lua reference as one HTML page. Every entry has its name as its id, so #State:moves
-- leads to it; page.js adds the search, without which it is a plain page.

local read = require "read"

-- ---- text ------------------------------------------------------------------

local ESCAPES = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }
local function escape(text) return (text:gsub('[&<>"]', ESCAPES)) end

local Page = {}
Page.__index = Page

function Page:add(format, ...) table.insert(self.parts, format:format(...)) end

local function link(entry, words)
  return ('<a href="#%s">%s</a>'):format(escape(entry.name), escape(words))
end

-- A type; the names of classes and aliases in it are links.
function Page:type(kind)
  local links = {}
  local text = read.type_words(kind, function(word)
    local entry = self.reference.by_name[word]
    if not entry then return nil end
    links[#links + 1] = link(entry, word)
    return ("\0%d\0"):format(#links)
  end)
  return (escape(text):gsub("%z(%d+)%z", function(i) return links[tonumber(i)] end))
end

-- Prose: functions and classes that it names are links, and `code` is code.
function Page:prose(text)
  local function words(part)
    return (escape(part):gsub("[%a_][%w_]*[.:][%a_][%w_.]*%f[^%w_]", function(word)
      local entry = self.reference.by_name[word]
      return entry and entry.kind == "function" and link(entry, word)
    end))
  end
  local html = {}
  for plain, code in (text .. "``"):gmatch "([^`]*)`([^`]*)`" do
    local entry = self.reference.by_name[code]
    html[#html + 1] = words(plain)
    html[#html + 1] = code ~= "" and
      ("<code>%s</code>"):format(entry and link(entry, code) or escape(code)) or ""
  end
  return table.concat(html)
end

-- ---- Lua code --------------------------------------------------------------

local KEYWORDS = {}
for word in ([[and break do else elseif end false for function goto if in local nil not or repeat
  return then true until while]]):gmatch "%a+" do KEYWORDS[word] = true end

-- What a token at a position is, and where it ends. Anything else is plain text.
local TOKENS = {
  { "output", "^%-%->[^\n]*()" },
  { "comment", "^%-%-%[%[.-%]%]()" }, { "comment", "^%-%-[^\n]*()" },
  { "string", "^%[%[.-%]%]()" }, { "string", '^"[^"\n]*"()' }, { "string", "^'[^'\n]*'()" },
  { "word", "^[%a_][%w_]*()" }, { "number", "^%d[%w.]*()" }, { nil, "^%s+()" }, { nil, "^.()" },
}

local function next_token(code, at)
  for _, token in ipairs(TOKENS) do
    local last = code:match(token[2], at)
    if last then return token[1], last end
  end
end

local function highlight(code)
  local html, at = {}, 1
  while at <= #code do
    local kind, last = next_token(code, at)
    local text = code:sub(at, last - 1)
    if kind == "word" then kind = KEYWORDS[text] and "keyword" or nil end
    text = escape(text)
    html[#html + 1] = kind and ('<span class="%s">%s</span>'):format(kind, text) or text
    at = last
  end
  return table.concat(html)
end

-- ---- entries ---------------------------------------------------------------

function Page:paragraphs(list)
  for _, text in ipairs(list) do self:add("<p>%s</p>\n", self:prose(text)) end
end

function Page:examples(entry)
  for _, code in ipairs(entry.examples) do
    self:add('<pre tabindex="0" role="group" aria-label="Example: %s"><code>%s</code></pre>\n',
      escape(entry.name), highlight(code))
  end
end

-- Parameters, results or fields. Only fields have ids.
function Page:rows(caption, rows)
  if #rows == 0 then return end
  self:add("<table><caption>%s</caption><tbody>\n", caption)
  for _, row in ipairs(rows) do
    local name = (row.key or row.name or "") .. (row.optional and "?" or "")
    local id = row.kind == "field" and (' id="%s"'):format(escape(row.name)) or ""
    local words = {}
    for i, text in ipairs(row.text) do words[i] = self:prose(text) end
    local head = ('<th scope="row"><code>%s</code></th>'):format(escape(name))
    if name == "" then head = "<td></td>" end
    self:add("<tr%s>%s<td><code>%s</code></td><td>%s</td></tr>\n", id, head, self:type(row.type),
      table.concat(words, " "))
  end
  self:add "</tbody></table>\n"
end

local SHOW = {}

SHOW["function"] = function(page, entry)
  page:paragraphs(entry.text)
  page:rows("Arguments", entry.params)
  page:rows("Returns", entry.returns)
  page:examples(entry)
end

function SHOW.alias(page, entry)
  page:add("<p><code>%s</code></p>\n", page:type(entry.type))
  page:paragraphs(entry.text)
  page:examples(entry)
end

SHOW["class"] = function(page, entry)
  page:paragraphs(entry.text)
  for _, parent in ipairs(entry.parents) do
    local known = page.reference.by_name[parent]
    page:add("<p>Has everything that <code>%s</code> has%s</p>\n", page:type(parent),
      known and #entry.fields > 0 and ", and these fields:" or ".")
  end
  for _, call in ipairs(entry.calls) do
    page:add("<p>Can be called: <code>%s</code></p>\n", page:type(call))
  end
  page:rows("Fields", entry.fields)
  page:examples(entry)
  for _, each in ipairs(entry.functions) do page:entry(each, 4) end
end

function Page:entry(entry, level)
  local title = entry.kind == "function" and read.signature(entry) or entry.name
  local name = escape(entry.name)
  self:add('<section class="entry" id="%s"><h%d><code>%s</code> ', name, level, escape(title))
  if entry.kind ~= "function" then self:add('<span class="kind">%s</span> ', entry.kind) end
  self:add('<a class="anchor" href="#%s" aria-label="Link to %s">#</a></h%d>\n', name, name, level)
  SHOW[entry.kind](self, entry)
  self:add "</section>\n"
end

-- ---- the page --------------------------------------------------------------

local function id_of(section) return "section-" .. section.title:lower():gsub("%W+", "-") end

function Page:contents()
  for _, section in ipairs(self.reference.sections) do
    self:add('<p><a href="#%s">%s</a></p>\n<ul>\n', id_of(section), escape(section.title))
    for _, entry in ipairs(section.items) do
      self:add("<li>%s", link(entry, entry.name))
      for i, each in ipairs(entry.functions or {}) do
        self:add("%s<li>%s</li>", i == 1 and "<ul>" or "", link(each, each.name))
      end
      self:add("%s</li>\n", #(entry.functions or {}) > 0 and "</ul>" or "")
    end
    self:add "</ul>\n"
  end
end

function Page:body()
  for _, section in ipairs(self.reference.sections) do
    self:add('<section id="%s"><h2>%s</h2>\n', id_of(section), escape(section.title))
    for _, entry in ipairs(section.items) do self:entry(entry, 3) end
    self:add "</section>\n"
  end
end

-- Fills in the template: every @NAME@ is replaced by what `values` has under that name.
local function fill(template, values) return (template:gsub("@(%u+)@", values)) end

-- Returns the page. files: { html, css, js, colours } as text, and the version of boardlab.
return function(reference, files)
  local contents = setmetatable({ reference = reference, parts = {} }, Page)
  local body = setmetatable({ reference = reference, parts = {} }, Page)
  contents:contents()
  body:body()
  return fill(files.html, { CSS = files.colours .. files.css, SCRIPT = files.js,
    VERSION = escape(files.version), CONTENTS = table.concat(contents.parts),
    BODY = table.concat(body.parts) })
end
