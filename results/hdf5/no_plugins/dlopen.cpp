// HDF5 looks for plugins when a file asks for a filter that HDF5 does not know. No file of ours
// does, and a statically linked program could only load plugins for its own version of the C
// library. The linker (--wrap) makes HDF5 call this function instead of dlopen.
extern "C" void* __wrap_dlopen(const char* /*file*/, int /*mode*/) {  // NOLINT: the linker's name
  return nullptr;
}
