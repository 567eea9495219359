// The heap of a short run.
#pragma once

namespace ldfi {

/// Makes the heap continue in two huge pages (4 MiB), which the kernel hands out at once. A run of
/// milliseconds otherwise touches 400 small pages one by one, which takes the kernel 0.5 ms. All
/// threads then share this heap, so only programs in which one thread does the work should call it:
/// once, first in main. Without huge pages or without the GNU C library, nothing changes.
void begin_heap_in_huge_pages();

/// Returns freed memory to the system, so that resident_bytes() tells what is in use.
void return_free_memory();

}  // namespace ldfi
