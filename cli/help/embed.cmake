# cmake -D "TEXTS=file;…" -D OUTPUT=… -P embed.cmake: writes a C file that defines help_text, which
# finds the text of a file by its name without the extension.
include(${CMAKE_CURRENT_LIST_DIR}/../../scripts/c_text.cmake)
set(table "")
foreach(file IN LISTS TEXTS)
  cmake_path(GET file STEM name)
  c_text(${file} text)
  string(APPEND table "    {\"${name}\",\n    ${text}},\n")
endforeach()
file(WRITE ${OUTPUT} "/* The texts of cli/help, written by embed.cmake. */
#include \"cli/commands/command.h\"

static const struct {
  const char *name, *text;
} HELP[] = {
${table}    {NULL, \"\"}};

const char *help_text(const char *name) {
  size_t i = 0;
  while (HELP[i].name && strcmp(HELP[i].name, name) != 0)
    i++;
  return HELP[i].text;
}
")
