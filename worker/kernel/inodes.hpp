// Inode numbers that do not depend on the machine: the first file that the guest sees is number 1.
#pragma once

#include <cstdint>

namespace ldfi::kernel {

/// Returns the number for an inode of Linux. The same inode always has the same number.
std::uint64_t same_inode(std::uint64_t inode);

}  // namespace ldfi::kernel
