// Descriptors 0, 1 and 2: standard input, output and error.
#pragma once

namespace ldfi {

/// Opens /dev/null, to read only, as each of 0, 1 and 2 that is closed: the next file to be opened
/// would get that number, and what is printed would go into it. Writing to such a descriptor fails,
/// as it does to a closed one, so a lost summary is noticed. To be called first in main. False if
/// /dev/null cannot be opened.
[[nodiscard]] bool take_standard_descriptors();

}  // namespace ldfi
