# cmake -D PAGE=… -D NAME=… -D OUTPUT=… -P embed_page.cmake: writes the text file
# PAGE as a C file that defines it as the string NAME.
include(${CMAKE_CURRENT_LIST_DIR}/../../scripts/c_text.cmake)
c_text("${PAGE}" text)
file(WRITE "${OUTPUT}" "extern const char ${NAME}[];\nconst char ${NAME}[] =\n    ${text};\n")
