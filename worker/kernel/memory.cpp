#include "worker/kernel/memory.hpp"

#include <elf.h>
#include <sys/mman.h>

#include "worker/kernel/layout.hpp"
#include "worker/kernel/report.hpp"

extern "C" {
extern const char __ehdr_start[];

void* memcpy(void* to, const void* from, std::size_t count) noexcept {
  void* place = to;
  asm volatile("rep movsb" : "+D"(place), "+S"(from), "+c"(count) : : "memory");
  return to;
}

void* memset(void* to, int value, std::size_t count) noexcept {
  void* place = to;
  asm volatile("rep stosb" : "+D"(place), "+c"(count) : "a"(value) : "memory");
  return to;
}

int memcmp(const void* one, const void* other, std::size_t count) noexcept {
  const auto* const a = static_cast<const unsigned char*>(one);
  const auto* const b = static_cast<const unsigned char*>(other);
  for (std::size_t i = 0; i < count; ++i) {
    if (a[i] != b[i]) return a[i] - b[i];
  }
  return 0;
}
}

namespace ldfi::kernel {
namespace {

constexpr int smallest_class = 4;
constexpr int classes = 40;

/// A free piece of memory. Pieces of one class have the same size, a power of two.
struct Piece {
  Piece* next;
};

constinit Piece* free_pieces[classes] = {};
constinit std::uint64_t heap_top = heap_begin;

int class_of(std::size_t bytes) {
  int out = smallest_class;
  while ((std::size_t{1} << out) < bytes) ++out;
  return out;
}

/// Maps memory that this process will share with all processes that are forked from it.
long map_shared(std::uint64_t at, std::uint64_t bytes, int how) {
  const long got = linux_call(SYS_mmap, static_cast<long>(at), static_cast<long>(bytes),
                              PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | how, -1, 0);
  if (is_error(got)) give_up("the library kernel cannot map memory that processes share");
  return got;
}

/// Replaces the pages of all variables by shared pages with the same content.
void share_variables() {
  const auto* const head = reinterpret_cast<const Elf64_Ehdr*>(&__ehdr_start[0]);
  const auto* const parts = reinterpret_cast<const Elf64_Phdr*>(&__ehdr_start[0] + head->e_phoff);
  for (int i = 0; i < head->e_phnum; ++i) {
    if (parts[i].p_type != PT_LOAD || (parts[i].p_flags & PF_W) == 0) continue;
    const std::uint64_t begin = page_floor(parts[i].p_vaddr);
    const std::uint64_t bytes = page_ceiling(parts[i].p_vaddr + parts[i].p_memsz) - begin;
    const long copy = map_shared(0, bytes, 0);
    memcpy(at_address<void>(static_cast<std::uint64_t>(copy)), at_address<void>(begin), bytes);
    const auto size = static_cast<long>(bytes);
    const long got = linux_call(SYS_mremap, copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED,
                                static_cast<long>(begin));
    if (is_error(got)) give_up("the library kernel cannot share its variables");
  }
}

}  // namespace

void share_memory() {
  map_shared(heap_begin, heap_bytes, MAP_FIXED_NOREPLACE | MAP_NORESERVE);
  map_shared(clock_page_begin, page_bytes, MAP_FIXED_NOREPLACE);
  share_variables();
}

void* allocate(std::size_t bytes) {
  const int which = class_of(bytes);
  const std::size_t size = std::size_t{1} << which;
  if (Piece* const piece = free_pieces[which]) {
    free_pieces[which] = piece->next;
    memset(piece, 0, bytes);
    return piece;
  }
  if (heap_top + size > heap_begin + heap_bytes) give_up("the library kernel has no memory left");
  void* const out = at_address<void>(heap_top);
  heap_top += size;
  return out;  // new pages of Linux are zero
}

void release(void* memory, std::size_t bytes) {
  const int which = class_of(bytes);
  auto* const piece = static_cast<Piece*>(memory);
  piece->next = free_pieces[which];
  free_pieces[which] = piece;
}

long read_guest_text(char* out, std::size_t room, std::uint64_t address) {
  for (std::size_t i = 0; i < room; ++i) {
    if (read_guest(out[i], address + i) != 0) return -EFAULT;
    if (out[i] == '\0') return static_cast<long>(i);
  }
  return -ENAMETOOLONG;
}

}  // namespace ldfi::kernel
