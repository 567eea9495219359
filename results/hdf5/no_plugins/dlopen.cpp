// HDF5 looks for plugins if a file asks for a filter that HDF5 does not know. Results files never
// do. A statically linked program could only load plugins for its own version of the C library. The
// linker option --wrap makes HDF5 call this function instead of dlopen.
extern "C" void* __wrap_dlopen(const char* /*file*/, int /*mode*/) {  // NOLINT: the linker's name
  return nullptr;
}
