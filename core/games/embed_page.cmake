# cmake -D PAGE=… -D NAME=… -D OUTPUT=… -P embed_page.cmake: writes the text file
# PAGE as a C file that defines it as the string NAME.
file(READ "${PAGE}" text)
string(REPLACE "\\" "\\\\" text "${text}")
string(REPLACE "\"" "\\\"" text "${text}")
string(REPLACE "\n" "\\n\"\n    \"" text "${text}")
file(WRITE "${OUTPUT}" "extern const char ${NAME}[];\nconst char ${NAME}[] =\n    \"${text}\";\n")
