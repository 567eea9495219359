// The guest's descriptors. Their numbers are the guest's own: they say nothing about descriptors of Linux.
#pragma once

#include "worker/kernel/file.hpp"

namespace ldfi::kernel {

struct Descriptor {
  File* file = nullptr;  ///< null if the number is free
  bool close_on_exec = false;
};

/// Makes descriptors 0, 1 and 2.
void begin_descriptors();
/// Returns the file of a descriptor, or null.
File* file_at(int descriptor);
/// Returns the descriptor of Linux behind a descriptor of the guest: a negative error number if there is
/// none. AT_FDCWD stays as it is.
long real_at(int descriptor);
/// Gives the file the lowest free descriptor from `least` on. Returns it, or -EMFILE.
long place(File& file, bool close_on_exec, int least = 0);
/// Frees a descriptor. Returns 0 or -EBADF.
long close_descriptor(int descriptor);
/// Closes the descriptors that execve() closes.
void close_on_exec();
/// Called when something no longer uses the file.
void drop(File& file);
/// Returns how many descriptors the guest may have, from 0 on.
int most_descriptors();
void set_most_descriptors(int most);

/// Copies a list of pieces of memory from the guest, and calls `step` with them.
template <typename Step>
long with_pieces(std::uint64_t address, std::uint64_t many, const Step& step) {
  constexpr std::uint64_t most_pieces = 1024;
  if (many > most_pieces) return -EINVAL;
  const std::size_t bytes = many * sizeof(iovec);
  Pieces pieces{static_cast<iovec*>(allocate(bytes + 1)), static_cast<int>(many)};
  long out = ldfi_copy(pieces.items, at_address<void>(address), bytes);
  for (int i = 0; i < pieces.count && out == 0; ++i) {
    if (static_cast<ssize_t>(pieces.items[i].iov_len) < 0) out = -EINVAL;
  }
  if (out == 0) out = step(pieces);
  release(pieces.items, bytes + 1);
  return out;
}

/// Reads from a file, and waits if the file is blocking.
long read_file(File& file, const Pieces& to);
long write_file(File& file, const Pieces& from);

}  // namespace ldfi::kernel
