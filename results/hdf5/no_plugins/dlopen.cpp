// Replaces dlopen() for HDF5, by the linker option --wrap, with a function that loads nothing. HDF5 looks for
// plugins if a file requests a filter that it does not know, which a results file never does. A statically
// linked program could only load plugins for its own version of the C library.
extern "C" void* __wrap_dlopen(const char* /*file*/, int /*mode*/) {  // NOLINT: the linker's name
  return nullptr;
}
