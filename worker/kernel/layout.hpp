// Where things are in the address space of a guest. The addresses are the same in each run, as guests see
// some of them.
#pragma once

#include <cstdint>

namespace ldfi::kernel {

inline constexpr std::uint64_t page_bytes = 4096;

/// The library kernel: its image (see CMakeLists.txt), then its heap, which all processes of the node share,
/// the kernel stacks of contexts, and the pages that the worker shares. Guests may map nothing here.
inline constexpr std::uint64_t kernel_begin = 0x6000'0000'0000;
inline constexpr std::uint64_t heap_begin = 0x6100'0000'0000;
inline constexpr std::uint64_t heap_bytes = 512 << 20;
inline constexpr std::uint64_t stacks_begin = 0x6180'0000'0000;
inline constexpr std::uint64_t link_page_begin = 0x61f0'0000'0000;
inline constexpr std::uint64_t net_page_begin = 0x61f8'0000'0000;
inline constexpr std::uint64_t kernel_end = 0x6200'0000'0000;

/// The guest. Programs that are not position independent choose their address themselves.
inline constexpr std::uint64_t program_begin = 0x5555'5555'4000;
inline constexpr std::uint64_t interpreter_begin = 0x5600'0000'0000;
inline constexpr std::uint64_t break_begin = 0x5700'0000'0000;
inline constexpr std::uint64_t break_bytes = 0x0100'0000'0000;
inline constexpr std::uint64_t stack_bytes = 8 << 20;
inline constexpr std::uint64_t stack_end = 0x5f00'0000'0000;
/// One page with the clock (clock_page.h), then the vDSO.
inline constexpr std::uint64_t clock_page_begin = 0x5f10'0000'0000;
inline constexpr std::uint64_t vdso_begin = clock_page_begin + page_bytes;

constexpr std::uint64_t page_floor(std::uint64_t address) {
  return address & ~(page_bytes - 1);
}
constexpr std::uint64_t page_ceiling(std::uint64_t address) {
  return page_floor(address + page_bytes - 1);
}

}  // namespace ldfi::kernel
