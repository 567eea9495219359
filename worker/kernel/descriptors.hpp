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
/// Closes a descriptor. Returns 0 or -EBADF.
long close_number(int number);
/// Closes the descriptors that execve() closes.
void close_on_exec();
/// Called when something no longer uses the file.
void drop(File& file);
/// Returns how many descriptors the guest may have, from 0 on.
int most_descriptors();
void set_most_descriptors(int most);

/// Reads from a file, and waits if the file is blocking.
long read_file(File& file, const Pieces& to);
long write_file(File& file, const Pieces& from);

}  // namespace ldfi::kernel
