// The kernel provides a huge page only if the program has not touched any part of the page's range.
// But the allocator writes a header where the heap continues. So this code leaves a gap, and makes
// the allocator continue in the last small page before the range of huge pages:
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
  // Size of the unused block. No free part of the heap is as large, so the allocator must request
  // memory from the system.
  constexpr std::uintptr_t block = std::uintptr_t{1} << 18U;
  [[maybe_unused]] static void* volatile unused;
  // Makes the allocator request the whole range at once. Setting this value disables the automatic
  // adjustment of the two thresholds below. So they are set to the largest values that the
  // adjustment would reach.
  ::mallopt(M_TOP_PAD, static_cast<int>(range));
  ::mallopt(M_MMAP_THRESHOLD, 1 << 25);
  ::mallopt(M_TRIM_THRESHOLD, 1 << 26);
  // Allows one heap only, because threads that only wait or write lines do not need their own.
  ::mallopt(M_ARENA_MAX, 1);
  const auto end = reinterpret_cast<std::uintptr_t>(::sbrk(0));
  const std::uintptr_t start = (end + block + small_page + huge_page - 1) / huge_page * huge_page;
  const auto gap = static_cast<std::intptr_t>(start - small_page - block - end);
  if (::sbrk(gap) == reinterpret_cast<void*>(-1)) return;  // NOLINT: the value for a failure
  unused = std::malloc(block);
  // Without huge pages, this call fails or has no effect, which is harmless.
  ::madvise(reinterpret_cast<void*>(start), range, MADV_HUGEPAGE);  // NOLINT: an address
#endif
}

void return_free_memory() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

}  // namespace ldfi
