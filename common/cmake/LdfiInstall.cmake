# What `PREFIX=… make install` (cmake --install) puts where:
#   bin/ldfi-farm, bin/ldfi-results, bin/ldfi-check                   the programs
#   bin/ldfi-farm-mpi                                   what ldfi-farm becomes under a launcher, or for CryptoMiniSat
#   share/man/man1/*.1                                  their --help as man pages
#   share/bash-completion/completions/*                 their --help as completion; likewise
#   share/zsh/site-functions/_*, share/fish/vendor_completions.d/*.fish
#   share/ldfi-farm/configs                             configs and protocols
#   lib/python3.N/site-packages/ldfi, ldfi_results      running, and reading results, in Python (dist-packages where Debian wants that)
#   share/ldfi-farm/python                              examples for it
#   bin/ldfi-results-serve                              what `ldfi-results serve` becomes
#   bin/ldfi-language-server, share/ldfi-farm/language-server   for editors (docs/editor)
#   share/doc/ldfi-farm                                 README, licence and the documents
include(GNUInstallDirs)

if(NOT TARGET ldfi-farm)
  return()
endif()

set(ldfi_help ${PROJECT_SOURCE_DIR}/common/cmake/from_help.py)
set(ldfi_generated ${PROJECT_BINARY_DIR}/generated)
add_custom_target(install_files ALL)
install(TARGETS ldfi-check RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
set(whole_help_of_ldfi-farm all)
foreach(program ldfi-farm ldfi-results)
  set(made ${ldfi_generated}/${program})
  set(from_help COMMAND ${LDFI_PYTHON} -B ${ldfi_help})
  add_custom_command(
    OUTPUT ${made}.1 ${made}.bash ${made}.zsh ${made}.fish
    COMMAND ${CMAKE_COMMAND} -E make_directory ${ldfi_generated}
    COMMAND $<TARGET_FILE:${program}> --help ${whole_help_of_${program}} > ${made}.txt
    ${from_help} man ${PROJECT_VERSION} < ${made}.txt > ${made}.1
    ${from_help} bash ${PROJECT_VERSION} < ${made}.txt > ${made}.bash
    ${from_help} zsh ${PROJECT_VERSION} < ${made}.txt > ${made}.zsh
    ${from_help} fish ${PROJECT_VERSION} < ${made}.txt > ${made}.fish
    DEPENDS ${program} ${ldfi_help}
    COMMENT "Man page and completions of ${program} from --help"
    VERBATIM)
  add_custom_target(install_files_${program} DEPENDS ${made}.1 ${made}.bash ${made}.zsh ${made}.fish)
  add_dependencies(install_files install_files_${program})
  install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${ldfi_generated}/${program}.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${ldfi_generated}/${program}.bash RENAME ${program}
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${ldfi_generated}/${program}.zsh RENAME _${program}
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${ldfi_generated}/${program}.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endforeach()
install(TARGETS ldfi-farm-mpi RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/configs DESTINATION ${CMAKE_INSTALL_DATADIR}/ldfi-farm)
execute_process(COMMAND ${LDFI_PYTHON} -c "import sys; print('python%d.%d' % sys.version_info[:2])"
                OUTPUT_VARIABLE ldfi_python_version OUTPUT_STRIP_TRAILING_WHITESPACE)
# Debian's Python looks below /usr/local in dist-packages, below /usr in those of every version, anywhere else (as ~/.local) in
# site-packages. A package is installed into a folder of its own first, which ends in its prefix.
install(CODE "
  set(packages lib/${ldfi_python_version}/site-packages)
  if(EXISTS /etc/debian_version AND CMAKE_INSTALL_PREFIX MATCHES \"/usr$\")
    set(packages lib/python3/dist-packages)
  elseif(EXISTS /etc/debian_version AND CMAKE_INSTALL_PREFIX STREQUAL \"/usr/local\")
    set(packages lib/${ldfi_python_version}/dist-packages)
  endif()
  file(INSTALL DESTINATION \"\${CMAKE_INSTALL_PREFIX}/\${packages}\"
       TYPE DIRECTORY FILES \"${PROJECT_SOURCE_DIR}/results/python/ldfi_results\" \"${PROJECT_SOURCE_DIR}/results/python/ldfi\"
       FILES_MATCHING PATTERN \"*.py\" PATTERN py.typed PATTERN __pycache__ EXCLUDE)
")
install(PROGRAMS results/serve/ldfi-results-serve DESTINATION ${CMAKE_INSTALL_BINDIR})
install(PROGRAMS docs/editor/ldfi-language-server DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY docs/editor/server/ DESTINATION ${CMAKE_INSTALL_DATADIR}/ldfi-farm/language-server FILES_MATCHING PATTERN "*.py")
install(DIRECTORY results/python/examples/ DESTINATION ${CMAKE_INSTALL_DATADIR}/ldfi-farm/python
        FILES_MATCHING PATTERN "*.py")
install(FILES README.md ARCHITECTURE.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES results/SCHEMA.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/results)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.json" PATTERN "*.svg"
        PATTERN "*.png")
