// The heap of a short run.
#pragma once

namespace ldfi {

/// Lets the heap go on in two huge pages (4 MiB), which the kernel hands out at once: the 400 pages
/// that a run of milliseconds touches one by one take it 0.5 ms. Threads share that heap, so this
/// is for programs in which one of them works. To be called once, first in main.
/// Where the kernel has no huge pages to give, or the C library is not GNU's, nothing changes.
void begin_heap_in_huge_pages();

/// Gives what was freed back to the system, so that resident_bytes() says what is in use.
void return_free_memory();

}  // namespace ldfi
