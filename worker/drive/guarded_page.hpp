// Memory that is shared with an untrusted process through a file. If that process truncates the file,
// access to the page would end this process (SIGBUS). A guarded page is replaced by an empty page
// instead, and counts as lost.
#pragma once

#include <cstddef>

namespace ldfi::drive {

/// Guards a page. At most 1000 pages are guarded at once; further ones are not. Call it from one thread
/// only.
void guard_page(void* page, std::size_t bytes);
void forget_page(const void* page);
bool is_page_lost(const void* page);

}  // namespace ldfi::drive
