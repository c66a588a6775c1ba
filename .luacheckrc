-- luacheck lua scripts tests/lua

std = "lua54"
max_line_length = 100
unused_args = false -- hooks name what they are given
cache = false

exclude_files = { "tests/lua/host/hostile" }

files["scripts"] = { read_globals = { "arg" } }
files["tests/lua"] = { read_globals = { "arg" } }

-- Declarations, never run: functions without bodies in tables that nobody reads,
-- and types that do not fit on a line.
files["lua/types"] = { ignore = { "241" }, max_line_length = 140 }
