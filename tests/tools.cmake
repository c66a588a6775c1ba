# The programs that some tests need besides what the build needs. None has to be there: a test
# whose tool is missing is listed as not run, here and at the end of ctest's output. The name
# of a tool is also a label of the tests that need it: `ctest -L chromium` runs those that use
# a browser. scripts/packages.txt says which package has a tool.
option(BOARDLAB_ALL_TESTS "It is an error if a tool is missing that a test needs" OFF)

# boardlab_tool(NAME VARIABLE program…): looks for a tool, the first of these programs that is
# there. VARIABLE holds its path.
function(boardlab_tool name variable)
  find_program(${variable} NAMES ${ARGN})
  if(${variable})
    set_property(GLOBAL APPEND PROPERTY BOARDLAB_TOOLS ${name})
  endif()
endfunction()

# boardlab_needs(NAME test…): these tests need the tool.
function(boardlab_needs name)
  set_property(TEST ${ARGN} APPEND PROPERTY LABELS ${name})
  get_property(tools GLOBAL PROPERTY BOARDLAB_TOOLS)
  if(NOT name IN_LIST tools)
    set_tests_properties(${ARGN} PROPERTIES DISABLED TRUE)
    set_property(GLOBAL APPEND PROPERTY BOARDLAB_MISSING ${name})
    set_property(GLOBAL APPEND PROPERTY BOARDLAB_NEED_${name} ${ARGN})
  endif()
endfunction()

# boardlab_say_what_is_missing(): one message about all tests that will not run.
function(boardlab_say_what_is_missing)
  get_property(missing GLOBAL PROPERTY BOARDLAB_MISSING)
  if(NOT missing)
    return()
  endif()
  list(REMOVE_DUPLICATES missing)
  set(lines)
  foreach(name IN LISTS missing)
    get_property(tests GLOBAL PROPERTY BOARDLAB_NEED_${name})
    list(LENGTH tests count)
    if(count GREATER 12)
      list(SUBLIST tests 0 12 tests)
      list(APPEND tests "… (${count} in all)")
    endif()
    list(JOIN tests ", " tests)
    string(APPEND lines "\n  without ${name}: ${tests}")
  endforeach()
  if(BOARDLAB_ALL_TESTS)
    message(FATAL_ERROR "Tools are missing that tests need:${lines}")
  endif()
  message(NOTICE "Tests that will not run, as their tools are missing; ./tests/run installs them on Debian:${lines}")
endfunction()

boardlab_tool(clang-format CLANG_FORMAT clang-format-14 clang-format)
boardlab_tool(luacheck LUACHECK luacheck)
boardlab_tool(shellcheck SHELLCHECK shellcheck)
boardlab_tool(node NODE node nodejs)
boardlab_tool(chromium CHROMIUM chromium)
boardlab_tool(miller MILLER mlr)
boardlab_tool(jq JQ jq)
boardlab_tool(python PYTHON python3)
boardlab_tool(R RSCRIPT Rscript)
boardlab_tool(git GIT git)
boardlab_tool(groff GROFF groff)
boardlab_tool(zsh ZSH zsh)
boardlab_tool(fish FISH fish)
boardlab_tool(lua PLAIN_LUA lua5.4)
boardlab_tool(luarocks LUAROCKS luarocks)
boardlab_tool(parallel PARALLEL parallel)
boardlab_tool(procps PGREP pgrep)
boardlab_tool(qemu QEMU qemu-x86_64-static)
boardlab_tool(dpkg-dev SHLIBDEPS dpkg-shlibdeps)
boardlab_tool(lintian LINTIAN lintian)

# Debian's Python has pandas, also if another Python comes first on the PATH.
foreach(python IN ITEMS ${PYTHON} /usr/bin/python3)
  execute_process(COMMAND ${python} -c "import importlib.util; exit(not importlib.util.find_spec('pandas'))"
    RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(failed EQUAL 0)
    set_property(GLOBAL APPEND PROPERTY BOARDLAB_TOOLS pandas)
  endif()
endforeach()
