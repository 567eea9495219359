// Protects this process from untrusted processes that share memory with it through a file. If such
// a process truncates the file, access to the shared page raises SIGBUS, which would end this
// process. A guarded page is then replaced by an empty page, and counts as lost.
#pragma once

#include <cstddef>

namespace ldfi::drive {

/// Guards a page. Does nothing if 1000 pages are guarded already. All calls must come from one
/// thread.
void guard_page(void* page, std::size_t bytes);
void forget_page(const void* page);
bool is_page_lost(const void* page);

}  // namespace ldfi::drive
