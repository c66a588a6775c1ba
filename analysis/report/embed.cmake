# Writes the report's page as a C file that holds the bytes before and after its
# data:
#
#   cmake -DPAGE=page.html "-DCSS=colours.css;page.css" -DCOLOURS=colours.css
#         -DCHART=chart.min.js "-DSCRIPT=a.js;b.js" -DOUT=page.c -P embed.cmake
#
# page.html has the lines @CSS@, @DATA@, @CHART@ and @SCRIPT@, in that order.

cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/bytes.cmake)

# Removes the page up to and including a line, and appends what was before the
# line to a variable.
function(add_page to line)
  string(HEX "${line}\n" wanted)
  string(FIND "${page}" "${wanted}" at)
  if(at LESS 0)
    message(FATAL_ERROR "${PAGE} has no line ${line} in its place")
  endif()
  string(SUBSTRING "${page}" 0 ${at} head)
  string(LENGTH "${wanted}" length)
  math(EXPR at "${at} + ${length}")
  string(SUBSTRING "${page}" ${at} -1 page)
  set(${to} "${${to}}${head}" PARENT_SCOPE)
  set(page "${page}" PARENT_SCOPE)
endfunction()

file(READ ${PAGE} page HEX)
add_page(before "@CSS@")
add_files(before ${CSS})
add_page(before "@DATA@")
add_page(after "@CHART@")
add_files(after ${CHART})
add_page(after "@SCRIPT@")
add_files(after ${SCRIPT})
string(APPEND after "${page}")

add_files(colours ${COLOURS})
as_array(colours "${colours}00" colours) # a string
as_array(before "${before}" before)
as_array(after "${after}" after)
file(WRITE ${OUT} "/* Generated from ${PAGE}. */\n#include \"analysis/report/page.h\"\n\n${colours}\n${before}\n${after}
const char *const page_colours = (const char *)colours;
const PagePiece page_pieces[] = {{before, sizeof before, true},
                                 {after, sizeof after, false},
                                 {NULL, 0, false}};\n")
