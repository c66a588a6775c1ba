# The Debian package, which `cpack -G DEB` makes in a build for the prefix /usr: the
# preset `package`. ./scripts/package does it in a clean Debian 12.
#
# dpkg-shlibdeps finds the libraries that the command and the module depend on. There is
# nothing else to name: Chart.js is embedded, and the Lua files run in the command. What
# only some use is suggested: a Lua interpreter for the module, GNU parallel for the
# scripts in cluster/, Python and R for those that read runs.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME boardlab)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The boardlab authors <boardlab@packages.invalid>") # there is no address to write to
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "laboratory for abstract board games")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"boardlab plays abstract board games exactly and very fast, thousands to
millions of games between bots, and says how fair and how long they are:
CSV files, statistics with confidence intervals, and reports for the browser.
.
Dorix, Tic Tac Doh, Quoridor and Orbital are built in. Bots, variants of
rules and whole games are written in Lua and run in processes that can do
nothing but compute. Games can be played and prototyped on a board in the
browser or in the terminal.
.
The package also contains boardlab as a module for plain Lua 5.4.")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "lua5.4, parallel, python3, python3-pandas, r-base-core")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT) # boardlab_VERSION_ARCHITECTURE.deb
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/layout.cmake)
set(CPACK_BOARDLAB_DEBIAN ${CMAKE_CURRENT_LIST_DIR}) # for layout.cmake
include(CPack)
