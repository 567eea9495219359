// A huge page is given to an aligned range of which no page was touched, and the allocator writes
// where it goes on. So a gap that nobody uses is left before the range, and the allocator goes on
// in the last small page before it:
//
//   …heap so far | gap | unused block, a small page | 2 huge pages |
#include "common/base/heap.hpp"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

namespace ldfi {

void begin_heap_in_huge_pages() {
#ifdef __GLIBC__
  constexpr std::uintptr_t huge_page = std::uintptr_t{1} << 21U;
  constexpr std::uintptr_t range = 2 * huge_page;
  constexpr std::uintptr_t small_page = 4096;
  // More than what is left of the heap so far, so that the allocator has to ask for more.
  constexpr std::uintptr_t block = std::uintptr_t{1} << 18U;
  [[maybe_unused]] static void* volatile unused;
  // The allocator asks for so much at once. Setting this ends its own adaptation of the others, to
  // these values at last.
  ::mallopt(M_TOP_PAD, static_cast<int>(range));
  ::mallopt(M_MMAP_THRESHOLD, 1 << 25);
  ::mallopt(M_TRIM_THRESHOLD, 1 << 26);
  // Threads that wait, or write a line now and then, need no heaps of their own.
  ::mallopt(M_ARENA_MAX, 1);
  const auto end = reinterpret_cast<std::uintptr_t>(::sbrk(0));
  const std::uintptr_t start = (end + block + small_page + huge_page - 1) / huge_page * huge_page;
  const auto gap = static_cast<std::intptr_t>(start - small_page - block - end);
  if (::sbrk(gap) == reinterpret_cast<void*>(-1)) return;  // NOLINT: so it says that it failed
  unused = std::malloc(block);
  // Without effect, or refused, where there are none.
  ::madvise(reinterpret_cast<void*>(start), range, MADV_HUGEPAGE);  // NOLINT: an address
#endif
}

void return_free_memory() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

}  // namespace ldfi
