// Random numbers, which follow from the seed.
#pragma once

#include <cstdint>

#include "worker/kernel/file.hpp"

namespace ldfi::kernel {

/// Draws the next number.
std::uint64_t draw();
/// Makes the file of /dev/urandom and /dev/random.
File* make_random_file(int status);

}  // namespace ldfi::kernel
