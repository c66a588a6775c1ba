# Writes the page that boardlab export fills, from page.html: each line @NAME@ is replaced
# by files.
#
#   cmake -DPAGE=page.html "-DSTYLES=a.css;b.css" -DWORKER=worker.js -DSCRIPT=export.js
#         -DENGINE=engine.wasm.gz.base64 -DOUT=export.html -P page.cmake

cmake_minimum_required(VERSION 3.25)

file(READ ${PAGE} page)
foreach(name IN ITEMS STYLES WORKER ENGINE SCRIPT)
  set(text "")
  foreach(file IN LISTS ${name})
    file(READ ${file} more)
    string(APPEND text "${more}")
  endforeach()
  if(text MATCHES "</(script|style)")
    message(FATAL_ERROR "${${name}} would end the element of the page that it is in")
  endif()
  string(FIND "${page}" "\n@${name}@\n" at)
  if(at LESS 0)
    message(FATAL_ERROR "${PAGE} has no line @${name}@ in its place")
  endif()
  string(LENGTH "\n@${name}@" length)
  string(SUBSTRING "${page}" 0 ${at} head)
  math(EXPR at "${at} + ${length}")
  string(SUBSTRING "${page}" ${at} -1 page)
  string(APPEND whole "${head}\n${text}")
endforeach()
file(WRITE ${OUT} "${whole}${page}")
