// Memory that the guest has mapped as shared (MAP_SHARED). Processes may see it at different addresses, so a
// futex in it is known by what is mapped.
#pragma once

#include <cstdint>

namespace ldfi::kernel {

/// A word of memory, whatever its address is in a process.
struct Word {
  std::uint64_t owner = 0;  ///< address of a Space, or a device; 0 for shared memory without a file
  std::uint64_t part = 0;   ///< inode of a file, or number of a mapping without a file
  std::uint64_t place = 0;  ///< address, or place in the file or mapping

  bool operator==(const Word& other) const = default;
};

/// A range of addresses in which memory is shared.
struct SharedMap {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  Word first;  ///< the word at `begin`
};

/// Called when the guest has mapped memory. `flags`: of mmap; `file`: a descriptor of Linux.
void note_map(std::uint64_t at, std::uint64_t bytes, int flags, long file, std::uint64_t offset);
/// Called when the guest has removed memory.
void forget_map(std::uint64_t at, std::uint64_t bytes);
/// Called when mremap() has moved memory, or changed its size.
void move_map(std::uint64_t from, std::uint64_t old_bytes, std::uint64_t to,
              std::uint64_t new_bytes);
/// Returns the word at an address of the running process. `is_private`: no other process can mean it.
Word word_at(std::uint64_t address, bool is_private);

}  // namespace ldfi::kernel
