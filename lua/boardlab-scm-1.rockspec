rockspec_format = "3.0"
package = "boardlab"
version = "scm-1"
source = {
  url = "git+file://.",
}
description = {
  summary = "A laboratory for abstract board games",
  detailed = [[
Plays Dorix, Tic Tac Doh, Quoridor and Orbital exactly and fast, with bots, rule
variants and whole games written in Lua.]],
  license = "MIT",
}
dependencies = {
  "lua ~> 5.4",
}
build = {
  type = "cmake",
  variables = {
    CMAKE_BUILD_TYPE = "Release",
    BOARDLAB_TESTS = "OFF",
    BOARDLAB_MODULE_DIR = "$(LIBDIR)",
    CMAKE_INSTALL_PREFIX = "$(PREFIX)",
  },
}
