# The page that boardlab export fills, build/X/export/export.html, with the engine in it.
# Its parts are independent of the machine. See README.md.

set(BOARDLAB_EXPORT AUTO CACHE STRING "Build the page of `boardlab export`: AUTO (if emcc is there), ON or OFF")
set(BOARDLAB_BROWSER_LIBRARIES ${PROJECT_SOURCE_DIR}/build/browser_libraries CACHE PATH
  "The sources that scripts/browser_libraries gets")

# Why the page cannot be built; empty if it can.
function(boardlab_find_browser_tools result)
  find_program(EMCC emcc)
  find_program(EMCMAKE emcmake)
  set(${result} "" PARENT_SCOPE)
  if(NOT EMCC OR NOT EMCMAKE)
    set(${result} "there is no emcc: install emscripten" PARENT_SCOPE)
  else()
    execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/browser_libraries ${BOARDLAB_BROWSER_LIBRARIES}
      RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE why)
    if(failed)
      set(${result} "scripts/browser_libraries failed: ${why}" PARENT_SCOPE)
    endif()
  endif()
endfunction()

if(BOARDLAB_EXPORT_PAGE)
  install(FILES ${BOARDLAB_EXPORT_PAGE} RENAME export.html DESTINATION ${CMAKE_INSTALL_DATADIR}/boardlab)
  return()
elseif(BOARDLAB_EXPORT STREQUAL OFF)
  return()
endif()
boardlab_find_browser_tools(problem)
if(problem AND BOARDLAB_EXPORT STREQUAL ON)
  message(FATAL_ERROR "The page of `boardlab export` cannot be built: ${problem}")
elseif(problem)
  message(STATUS "Without the page of `boardlab export`: ${problem}")
  return()
endif()

set(export ${PROJECT_BINARY_DIR}/export)
set(here ${PROJECT_SOURCE_DIR}/cli/export)
file(MAKE_DIRECTORY ${export})

# The engine is a project of its own, for emcc, made of the same sources; of those that the
# build writes it takes the ones that do not depend on the machine.
set(generated ${PROJECT_BINARY_DIR}/core/levels_csv.c ${PROJECT_BINARY_DIR}/core/games/games.c)
file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/games/*/RULES.md)
foreach(page IN LISTS pages)
  cmake_path(GET page PARENT_PATH folder)
  cmake_path(GET folder FILENAME game)
  list(APPEND generated ${PROJECT_BINARY_DIR}/core/games/${game}_rules_page.c)
endforeach()
file(GLOB_RECURSE sources CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/core/*.[ch] ${PROJECT_SOURCE_DIR}/lua/host/*.[ch] ${PROJECT_SOURCE_DIR}/analysis/*.[ch]
  ${PROJECT_SOURCE_DIR}/cli/catalog/*.[ch] ${PROJECT_SOURCE_DIR}/cli/session/*.[ch] ${PROJECT_SOURCE_DIR}/cli/table/*.[ch]
  ${here}/*.[ch])
# Emscripten's scripts look for Debian's modules of Node. A jobserver of make is not for the make inside.
set(with_modules ${CMAKE_COMMAND} -E env --unset=MAKEFLAGS "NODE_PATH=/usr/share/nodejs:$ENV{NODE_PATH}")
cmake_host_system_information(RESULT processors QUERY NUMBER_OF_LOGICAL_CORES)
add_custom_command(OUTPUT ${export}/engine.wasm ${export}/worker.js
  COMMAND ${with_modules} ${EMCMAKE} ${CMAKE_COMMAND} -S ${here} -B ${export}/emscripten -DVERSION=${PROJECT_VERSION}
    -DROOT=${PROJECT_SOURCE_DIR} "-DGENERATED=${generated}" -DLIBRARIES=${BOARDLAB_BROWSER_LIBRARIES} > ${export}/configure.log
  COMMAND ${with_modules} ${CMAKE_COMMAND} --build ${export}/emscripten --parallel ${processors} > ${export}/build.log
  COMMAND ${CMAKE_COMMAND} -E copy ${export}/emscripten/engine.wasm ${export}/engine.wasm
  COMMAND ${CMAKE_COMMAND} -E cat ${export}/emscripten/engine.js ${here}/worker.js > ${export}/worker.js
  DEPENDS ${sources} ${pages} ${PROJECT_SOURCE_DIR}/core/search/levels.csv ${here}/CMakeLists.txt ${here}/worker.js
  COMMENT "Building the engine of exported games"
  VERBATIM)
add_custom_command(OUTPUT ${export}/engine.txt
  COMMAND gzip -9 -n -c ${export}/engine.wasm > ${export}/engine.gz
  COMMAND base64 -w 0 ${export}/engine.gz > ${export}/engine.txt
  DEPENDS ${export}/engine.wasm
  VERBATIM)

file(GLOB scripts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cli/studio/page/*.js)
set(styles ${BOARDLAB_REPORT_STYLES} ${PROJECT_SOURCE_DIR}/cli/studio/page/studio.css)
add_custom_command(OUTPUT ${export}/export.html
  COMMAND ${BOARDLAB_BUNDLE} --minify-whitespace --minify-syntax ${PROJECT_SOURCE_DIR}/cli/studio/page/export.js
    --outfile=${export}/export.js
  COMMAND ${CMAKE_COMMAND} -DPAGE=${here}/page.html "-DSTYLES=${styles}" -DWORKER=${export}/worker.js -DSCRIPT=${export}/export.js
    -DENGINE=${export}/engine.txt -DOUT=${export}/export.html -P ${here}/page.cmake
  DEPENDS ${export}/engine.txt ${export}/worker.js ${here}/page.html ${here}/page.cmake
    ${styles} ${scripts} ${BOARDLAB_REPORT_SCRIPTS}
  COMMENT "Writing the page of exported games"
  VERBATIM)
add_custom_target(export_page ALL DEPENDS ${export}/export.html)
add_dependencies(export_page objects_core_games objects_core_search) # which write files
install(FILES ${export}/export.html DESTINATION ${CMAKE_INSTALL_DATADIR}/boardlab)
