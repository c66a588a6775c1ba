-- Writes the Lua reference from the annotations in lua/types. The command `boardlab reference`,
-- the completion of its names and the studio run this file, which returns text:
--
--   main.lua names                    all names but those of fields, one per line
--   main.lua list                     the names with their first sentences
--   main.lua entry NAME               what is known about a name, or ""
--   main.lua page VERSION COLOURS     the page; COLOURS are the style rules that it shares
--                                     with other pages

local folder = arg[0]:match "^(.*)/" or "."
package.searchers = { -- nothing of the current folder is run
  function(name) return assert(loadfile(folder .. "/" .. name .. ".lua")) end,
}

local reference = require "read".all(folder .. "/../types")

local function contents(name)
  local file <close> = assert(io.open(folder .. "/" .. name))
  return file:read "a"
end

local what, value, colours = ...
if what == "page" then
  return require "page" (reference, { version = value, colours = colours,
    html = contents "page.html", css = contents "page.css", js = contents "page.js" })
end
return require "text" [what](reference, value)
