// What faults mean, in words.
#pragma once

#include <string>

#include "common/faults/fspec.hpp"

namespace ldfi::results {

/// `messages from a to b sent at 1 are lost`, `a crashes at 3`.
std::string in_words(const Omission& omission, const Fspec& fspec);
std::string in_words(const Crash& crash, const Fspec& fspec);

}  // namespace ldfi::results
