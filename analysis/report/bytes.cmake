# Files as bytes in C: for embed.cmake here, and for the page of the studio.

# Appends the bytes of files to a variable, as hexadecimal digits.
function(add_files to)
  foreach(file IN LISTS ARGN)
    file(READ ${file} file_hex HEX)
    string(APPEND ${to} "${file_hex}")
  endforeach()
  set(${to} "${${to}}" PARENT_SCOPE)
endfunction()

# Writes hexadecimal digits as an array of bytes.
function(as_array name hex out)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  set(${out} "static const unsigned char ${name}[] = {${bytes}};\n" PARENT_SCOPE)
endfunction()
