// The functions of an ELF file, as its tables list them: symbols, the table for unwinding the stack, and the
// table of Go. Their bounds are known without a look at the code.
#pragma once

#include "worker/kernel/image.hpp"
#include "worker/kernel/memory.hpp"

namespace ldfi::kernel {

/// A place in a file, and the function around it.
struct Place {
  std::uint64_t at = 0;  ///< place of a byte in the file
  std::uint64_t function =
      0;  ///< place of the first byte of the function; 0 if no function is known
};

/// Finds the functions around these places, which are sorted.
void find_functions(const Image& image, List<Place>& places);

}  // namespace ldfi::kernel
