# cmake -D "TEXTS=file;…" -D "CHAPTERS=file;…" -D OUTPUT=… -P embed.cmake: writes a C file that defines help_text, which
# finds the text of a file by its name without the extension, and `chapters`, in this order.
include(${CMAKE_CURRENT_LIST_DIR}/../../scripts/c_text.cmake)
set(table "")
set(chapters "")
foreach(file IN LISTS TEXTS CHAPTERS)
  cmake_path(GET file STEM name)
  c_text(${file} text)
  if(NOT file MATCHES "\\.md$")
    string(APPEND table "    {\"${name}\",\n    ${text}},\n")
  elseif(text MATCHES "^\"# ([^\n]*)\\\\n\"\n *\"\\\\n\"\n *(\"[^\n]*)\\\\n\"\n")
    string(APPEND chapters "    {\"${name}\", \"${CMAKE_MATCH_1}\", ${CMAKE_MATCH_2}\",\n    ${text}},\n")
  else()
    message(FATAL_ERROR "${file} does not begin with a title and a line that says what it is good for")
  endif()
endforeach()
file(WRITE ${OUTPUT} "/* The texts of cli/help, written by embed.cmake. */
#include \"cli/commands/command.h\"

static const struct {
  const char *name, *text;
} HELP[] = {
${table}    {NULL, \"\"}};

const Chapter chapters[] = {
${chapters}    {NULL, NULL, NULL, NULL}};

const char *help_text(const char *name) {
  size_t i = 0;
  while (HELP[i].name && strcmp(HELP[i].name, name) != 0)
    i++;
  return HELP[i].text;
}
")
