# Writes OUT, a C file that says which boardlab this is: see version.h. It is left alone if
# nothing changed, so that nothing is compiled again. Variables: VERSION,
# SOURCE (the root of the sources), OUT, and GIT, the program; without it, the commit is unknown.

# `git archive` puts the commit here (see .gitattributes); in a checkout it stays as it is.
set(commit "$Format:%H$")

if(NOT commit MATCHES "^[0-9a-f]+$")
  set(commit unknown)
  # A folder in somebody else's repository has no commit of its own.
  if(GIT AND EXISTS ${SOURCE}/.git)
    # Within a hook or an alias of Git, these name the repository that it was called for.
    foreach(variable GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_COMMON_DIR GIT_NAMESPACE GIT_OBJECT_DIRECTORY)
      unset(ENV{${variable}})
    endforeach()
    set(git ${GIT} --no-optional-locks -c safe.directory=${SOURCE} -C ${SOURCE})
    execute_process(COMMAND ${git} rev-parse HEAD
      OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    execute_process(COMMAND ${git} status --porcelain -- CMakeLists.txt core analysis lua cli
      OUTPUT_VARIABLE changes ERROR_QUIET RESULT_VARIABLE uncertain)
    if(NOT failed AND NOT uncertain)
      set(commit ${head})
    endif()
  endif()
endif()

set(short ${commit})
if(NOT commit STREQUAL unknown)
  string(SUBSTRING ${commit} 0 12 short)
  if(changes)
    string(APPEND commit "+")
    string(APPEND short "+")
  endif()
endif()

file(CONFIGURE OUTPUT ${OUT} @ONLY CONTENT [[
/* Written by core/base/version.cmake. */
#include "core/base/version.h"

const char version_number[] = "@VERSION@";
const char version_commit[] = "@commit@";
const char version_text[] = "@VERSION@ (commit @short@)";
]])
