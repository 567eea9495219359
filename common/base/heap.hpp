// Settings of the heap for short runs.
#pragma once

namespace ldfi {

/// Continues the heap in two huge pages (4 MiB), which the kernel provides at once. Otherwise, a
/// run of milliseconds touches 400 small pages one by one, which takes the kernel 0.5 ms. All
/// threads then share this heap, so only programs with one working thread should call it: once,
/// first in main. Has no effect without huge pages or without the GNU C library.
void begin_heap_in_huge_pages();

/// Returns freed memory to the system, so that resident_bytes() shows the memory in use.
void return_free_memory();

}  // namespace ldfi
