# Puts the report's page together as a C file with the bytes before and behind
# its data:
#
#   cmake -DPAGE=page.html -DCSS=page.css -DCHART=chart.min.js
#         "-DSCRIPT=a.js;b.js" -DOUT=page.c -P embed.cmake
#
# page.html has the lines @CSS@, @DATA@, @CHART@ and @SCRIPT@, in that order.

cmake_minimum_required(VERSION 3.25)

# Adds the bytes of files to the hexadecimal digits in a variable.
function(add_files to)
  foreach(file IN LISTS ARGN)
    file(READ ${file} hex HEX)
    string(APPEND ${to} "${hex}")
  endforeach()
  set(${to} "${${to}}" PARENT_SCOPE)
endfunction()

# Moves what stands before a line of the page into a variable, likewise.
function(add_page to line)
  string(HEX "${line}\n" wanted)
  string(FIND "${page}" "${wanted}" at)
  if(at LESS 0)
    message(FATAL_ERROR "${PAGE} has no line ${line} where it should be")
  endif()
  string(SUBSTRING "${page}" 0 ${at} head)
  string(LENGTH "${wanted}" length)
  math(EXPR at "${at} + ${length}")
  string(SUBSTRING "${page}" ${at} -1 page)
  set(${to} "${${to}}${head}" PARENT_SCOPE)
  set(page "${page}" PARENT_SCOPE)
endfunction()

function(as_array name hex out)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  set(${out} "static const unsigned char ${name}[] = {${bytes}};\n" PARENT_SCOPE)
endfunction()

file(READ ${PAGE} page HEX)
add_page(before "@CSS@")
add_files(before ${CSS})
add_page(before "@DATA@")
add_page(behind "@CHART@")
add_files(behind ${CHART})
add_page(behind "@SCRIPT@")
add_files(behind ${SCRIPT})
string(APPEND behind "${page}")

as_array(before "${before}" before)
as_array(behind "${behind}" behind)
file(WRITE ${OUT} "/* Made from ${PAGE}. */\n#include \"analysis/report/page.h\"\n\n${before}\n${behind}
const PagePiece page_pieces[] = {{before, sizeof before, true},
                                 {behind, sizeof behind, false},
                                 {NULL, 0, false}};\n")
