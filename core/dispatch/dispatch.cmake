# Packages are built for every x86-64 machine, but most machines have instructions that
# make the games faster. So the code is compiled twice, the second time for x86-64-v3
# (Haswell, 2013, and later), and the command and the module choose when they start.
# The source of the games knows nothing of this, and nothing is chosen while they play.
#
# arm64 does not need it: its baseline counts bits fast, and has no instruction that
# deposits them (bits.h).
include(CMakeDependentOption)
cmake_dependent_option(BOARDLAB_DISPATCH
  "Compile the code for x86-64-v3 as well, and choose at start" ON
  "NOT BOARDLAB_NATIVE;NOT BOARDLAB_SANITIZE;NOT BOARDLAB_FUZZ;NOT CMAKE_INTERPROCEDURAL_OPTIMIZATION;\
NOT CMAKE_C_FLAGS MATCHES -flto;CMAKE_C_COMPILER_ID STREQUAL GNU;CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64" OFF)

# boardlab_compile_again(NAME file…): objects_NAME_v3 is compiled as objects_NAME is,
# but for x86-64-v3.
function(boardlab_compile_again name)
  if(NOT BOARDLAB_DISPATCH)
    return()
  endif()
  set(again objects_${name}_v3)
  add_library(${again} OBJECT EXCLUDE_FROM_ALL ${ARGN})
  foreach(property INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS)
    set_property(TARGET ${again} PROPERTY ${property} $<TARGET_PROPERTY:objects_${name},${property}>)
  endforeach()
  target_compile_options(${again} PRIVATE -march=x86-64-v3)
  add_dependencies(${again} objects_${name}) # which makes the generated files of both
  set_property(GLOBAL APPEND PROPERTY BOARDLAB_COMPILED_AGAIN ${again})
endfunction()

# boardlab_dispatch(TARGET ENTRY SOURCE): adds to TARGET what has been compiled again up
# to now, as one object in which all names are local except that of the function ENTRY,
# which is called ENTRY_v3. Calls of ENTRY from other files go to SOURCE, which chooses.
function(boardlab_dispatch target entry source)
  if(NOT BOARDLAB_DISPATCH)
    return()
  endif()
  get_property(folders GLOBAL PROPERTY BOARDLAB_COMPILED_AGAIN)
  list(TRANSFORM folders REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
  set(linked ${CMAKE_CURRENT_BINARY_DIR}/${target}_v3.o)
  add_custom_command(OUTPUT ${linked}
    COMMAND ${CMAKE_LINKER} -r -o ${linked} ${objects}
    COMMAND ${CMAKE_OBJCOPY} --redefine-sym ${entry}=${entry}_v3 --keep-global-symbol ${entry}_v3 ${linked}
    DEPENDS ${folders} ${objects}
    COMMENT "Linking the parts of ${target} for x86-64-v3"
    COMMAND_EXPAND_LISTS VERBATIM)
  target_sources(${target} PRIVATE ${linked} ${PROJECT_SOURCE_DIR}/core/dispatch/${source})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_options(${target} PRIVATE -Wl,--wrap=${entry})
endfunction()
