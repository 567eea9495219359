// Memory that is shared with strangers through a file: if they cut the file off, this process would
// end when it looks (SIGBUS). A guarded page is replaced by an empty one instead, and is lost.
#pragma once

#include <cstddef>

namespace ldfi::drive {

/// At most 1000 at once; those beyond are not guarded. From one thread.
void guard_page(void* page, std::size_t bytes);
void forget_page(const void* page);
bool is_page_lost(const void* page);

}  // namespace ldfi::drive
