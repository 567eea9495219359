// HDF5 looks for plugins when a file asks for a filter that it does not know. No file of ours does,
// and a program that is linked statically could load one for its own version of the C library only;
// the linker (--wrap) has HDF5 call this instead of dlopen.
extern "C" void* __wrap_dlopen(const char* /*file*/, int /*mode*/) {  // NOLINT: the linker's name
  return nullptr;
}
