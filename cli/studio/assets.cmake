# Writes the files of the studio's page as a C file:
#
#   cmake -DBYTES=bytes.cmake -DPAGE=studio.html "-DCSS=a.css;b.css"
#         "-DSCRIPT=a.js;b.js" -DCHART=chart.min.js -DOUT=assets.c -P assets.cmake

cmake_minimum_required(VERSION 3.25)
include(${BYTES})

function(add_asset name path type)
  add_files(bytes ${ARGN})
  as_array(${name} "${bytes}" array)
  string(APPEND arrays "${array}")
  string(APPEND entries "    {\"${path}\", \"${type}\", ${name}, sizeof ${name}},\n")
  set(arrays "${arrays}" PARENT_SCOPE)
  set(entries "${entries}" PARENT_SCOPE)
endfunction()

add_asset(page "" "text/html; charset=utf-8" ${PAGE})
add_asset(css studio.css "text/css; charset=utf-8" ${CSS})
add_asset(script studio.js "text/javascript; charset=utf-8" ${SCRIPT})
add_asset(chart chart.js "text/javascript; charset=utf-8" ${CHART})

file(WRITE ${OUT} "/* Generated from ${PAGE} and the files beside it. */
#include \"cli/studio/assets.h\"\n\n${arrays}
const Asset studio_assets[] = {\n${entries}    {NULL, NULL, NULL, 0}};\n")
