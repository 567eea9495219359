// Replaces dlopen() in HDF5 by a function that loads nothing (linker option --wrap). HDF5 loads
// plugins if a file uses a filter that HDF5 does not know, but results files never do. Also, a
// statically linked program could only load plugins that were built for its own version of the C
// library.
extern "C" void* __wrap_dlopen(const char* /*file*/, int /*mode*/) {  // NOLINT: the linker's name
  return nullptr;
}
