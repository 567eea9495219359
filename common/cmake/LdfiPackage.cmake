# Packages for machines without a compiler: `cpack -G DEB` (what Debian 12 installs) and `cpack -G TGZ` (a tarball that is unpacked
# anywhere, for clusters without root), from the build folder.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON) # `make package` has built what is packed; tests are no part of it
set(CPACK_PACKAGE_NAME ldfi-farm)
set(CPACK_PACKAGE_VENDOR ldfi-farm)
set(CPACK_PACKAGE_CONTACT "ldfi-farm <none@invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION "Searches protocols in Dedalus, and real systems, for the least faults that break a promise, or proves that there are none.")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
string(TOLOWER "${CMAKE_SYSTEM_NAME}" ldfi_system)
set(CPACK_PACKAGE_FILE_NAME "ldfi-farm-${PROJECT_VERSION}-${ldfi_system}-${CMAKE_SYSTEM_PROCESSOR}")

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# What the programs load is looked up in what they are linked to.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "openmpi-bin, python3, python3-h5py, python3-pandas, graphviz")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3-networkx, python3-matplotlib, python3-pytest")
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/package_kind.cmake)
include(CPack)
