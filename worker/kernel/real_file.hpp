// Files that belong to Linux: regular files, folders and devices.
#pragma once

#include "worker/kernel/file.hpp"

namespace ldfi::kernel {

/// Makes the file behind a descriptor of Linux, which is closed with it.
File* make_real_file(int descriptor, int status);
/// Makes the file of stdout or stderr.
File* make_output(int descriptor);

}  // namespace ldfi::kernel
