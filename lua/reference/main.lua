-- Writes the Lua reference from the annotations in lua/types. The command `boardlab reference`,
-- the completion of its names and the studio run this file, which returns text:
--
--   main.lua names                    all names but those of fields, one per line
--   main.lua list                     the names with their first sentences
--   main.lua entry NAME               what is known about a name, or ""
--   main.lua page VERSION COLOURS     the page; COLOURS are the style rules that it shares
--                                     with other pages
--
-- The first argument is a function that returns the text of a file of the library, and its path.

local library_file, what, value, colours = ...

-- Returns the text of a file of this folder, and its path.
local function contents(name)
  local text, path = library_file("reference/" .. name)
  if text == "" then error(path .. ": it is empty", 0) end
  return text, path
end

package.searchers = { -- nothing of the current folder is run
  function(name)
    local text, path = contents(name .. ".lua")
    return assert(load(text, "@" .. path))
  end,
}

local reference = require "read".all(library_file)

if what == "page" then
  return require "page" (reference, { version = value, colours = colours,
    html = contents "page.html", css = contents "page.css", js = contents "page.js" })
end
return require "text" [what](reference, value)
