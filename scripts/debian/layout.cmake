# Run by cpack when all files are installed in a folder of its own, before they are
# packed: puts what Debian's policy wants elsewhere, or in another form, there.
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)
set(doc ${share}/doc/boardlab)

# compress(FILE…): by gzip, with the same bytes each time.
function(compress)
  execute_process(COMMAND gzip --force --best --no-name ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(GLOB pages ${share}/man/man1/*.1)
compress(${pages})

# Where Debian's zsh looks.
file(MAKE_DIRECTORY ${share}/zsh/vendor-completions)
file(RENAME ${share}/zsh/site-functions/_boardlab ${share}/zsh/vendor-completions/_boardlab)
file(REMOVE_RECURSE ${share}/zsh/site-functions)

# The licence is in the file that every package has; what links to it is right, too.
configure_file(${CPACK_BOARDLAB_DEBIAN}/copyright ${doc}/copyright COPYONLY)
file(REMOVE ${doc}/LICENSE)
file(CREATE_LINK copyright ${doc}/LICENSE SYMBOLIC)

# Tools for packages read the version from the changelog.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC) # of SOURCE_DATE_EPOCH if set
file(WRITE ${doc}/changelog
"boardlab (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * CHANGELOG.md lists what changed.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
compress(${doc}/changelog)

# Whatever the rights of the files in the source tree.
execute_process(COMMAND chmod -R u=rwX,go=rX ${share} COMMAND_ERROR_IS_FATAL ANY)
