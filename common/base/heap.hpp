// Settings of the heap that make short runs faster.
#pragma once

namespace ldfi {

/// Makes the heap grow into two huge pages (4 MiB), which the kernel provides at once. Otherwise, a
/// run of milliseconds touches 400 small pages one by one, which costs 0.5 ms. From then on, all
/// threads share one heap. So only programs with one working thread should call this function,
/// once, at the beginning of main. Has no effect without huge pages or without the GNU C library.
void begin_heap_in_huge_pages();

/// Returns freed memory to the system. Otherwise resident_bytes() would also count memory that is
/// no longer in use.
void return_free_memory();

}  // namespace ldfi
