#include "worker/kernel/memory.hpp"

#include <sys/mman.h>

#include "worker/kernel/layout.hpp"
#include "worker/kernel/report.hpp"

extern "C" {

void* memcpy(void* to, const void* from, std::size_t count) {
  void* place = to;
  asm volatile("rep movsb" : "+D"(place), "+S"(from), "+c"(count) : : "memory");
  return to;
}

void* memset(void* to, int value, std::size_t count) {
  void* place = to;
  asm volatile("rep stosb" : "+D"(place), "+c"(count) : "a"(value) : "memory");
  return to;
}

int memcmp(const void* one, const void* other, std::size_t count) {
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
constinit std::uint64_t heap_mapped = heap_begin;

int class_of(std::size_t bytes) {
  int out = smallest_class;
  while ((std::size_t{1} << out) < bytes) ++out;
  return out;
}

void map_more(std::uint64_t bytes) {
  constexpr std::uint64_t step = 1 << 20;
  const std::uint64_t more = (bytes + step - 1) / step * step;
  const long got = heap_mapped + more > kernel_end
                       ? -ENOMEM
                       : linux_call(SYS_mmap, static_cast<long>(heap_mapped),
                                    static_cast<long>(more), PROT_READ | PROT_WRITE,
                                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (is_error(got)) give_up("the library kernel has no memory left");
  heap_mapped += more;
}

}  // namespace

void* allocate(std::size_t bytes) {
  const int which = class_of(bytes);
  const std::size_t size = std::size_t{1} << which;
  if (Piece* const piece = free_pieces[which]) {
    free_pieces[which] = piece->next;
    memset(piece, 0, bytes);
    return piece;
  }
  if (heap_top + size > heap_mapped) map_more(heap_top + size - heap_mapped);
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
