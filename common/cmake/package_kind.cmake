# Read by cpack for each kind of package: a .deb goes to /usr, a tarball anywhere.
if(CPACK_GENERATOR STREQUAL "DEB")
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
endif()
