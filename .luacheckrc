-- luacheck lua scripts tests/lua

std = "lua54"
max_line_length = 100
unused_args = false -- hooks may name arguments they do not use
cache = false

exclude_files = { "tests/lua/host/hostile" }

files["scripts"] = { read_globals = { "arg" } }
files["tests/lua"] = { read_globals = { "arg" } }

-- Type annotations, never run: empty functions in unused tables, and long lines.
files["lua/types"] = { ignore = { "241" }, max_line_length = 140 }
