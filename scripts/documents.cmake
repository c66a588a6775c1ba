# Installs the documents for users in the places that they have in the sources, so that links between them work. Pages
# about the source code are not installed, and links to them become plain text. The Lua reference, which the build writes,
# is at the top.
set(documents ${PROJECT_BINARY_DIR}/documents)
file(GLOB pages RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS core/games/RULES.md core/games/*/RULES.md
  analysis/*.md cli/guide/*.md lua/*.md lua/guide/*.md scripts/*.md)
list(APPEND pages README.md CHANGELOG.md SECURITY.md core/speed.md scripts/bots/programs.md
  scripts/cluster/README.md)

set(folder_page "(analysis/|cli/|lua/)?(stats|metrics|result|experiments|report|studio|export|host)/README|cli/README|core/([a-z]+/)?README")
set(source_link "\\[([^]]*)\\]\\((\\.\\./)*(CONTRIBUTING\\.|tests/|(scripts/)?(packages\\.txt|browser_libraries)|core/[a-z]+/[a-z_]+\\.h|${folder_page})[^)]*\\)")

file(REMOVE_RECURSE ${documents})
foreach(page IN LISTS pages)
  file(READ ${page} text)
  string(REGEX REPLACE "${source_link}" "\\1" text "${text}")
  file(WRITE ${documents}/${page} "${text}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page})
endforeach()
foreach(file LICENSE CITATION.cff analysis/report/sample.png cli/studio/home.png cli/studio/phone.png cli/studio/review.png cli/studio/sample.png cli/terminal/sample.png)
  configure_file(${file} ${documents}/${file} COPYONLY)
endforeach()

# The Lua files that the guide links to are those of the library.
file(RELATIVE_PATH library ${CMAKE_INSTALL_FULL_DOCDIR}/lua ${CMAKE_INSTALL_FULL_DATADIR}/boardlab)
foreach(part bots games modifiers.lua types variants)
  file(CREATE_LINK ${library}/${part} ${documents}/lua/${part} SYMBOLIC)
endforeach()
file(RELATIVE_PATH library ${CMAKE_INSTALL_FULL_DOCDIR}/scripts/bots ${CMAKE_INSTALL_FULL_DATADIR}/boardlab/scripts/bots)
foreach(bot wallflower.py copycat.mjs last.c)
  file(CREATE_LINK ${library}/${bot} ${documents}/scripts/bots/${bot} SYMBOLIC)
endforeach()
install(DIRECTORY ${documents}/ DESTINATION ${CMAKE_INSTALL_DOCDIR})
