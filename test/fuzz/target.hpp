// What a fuzz target is: a function of bytes that returns, whatever they are. A crash, a contract
// failure (InternalError), or any exception that leaves it is a finding. Each target stands in a
// file of its own and is linked twice: with libFuzzer (LDFI_FUZZ), and with replay.cpp, which runs
// the saved inputs as a test.
#pragma once

#include <string_view>

namespace ldfi::fuzz {

/// One input. Defined once in each target.
void run(std::string_view bytes);

}  // namespace ldfi::fuzz
