// The frame in which Linux keeps the registers of a guest while a signal handler runs. The library kernel
// changes registers here. Frames that it builds for handlers of the guest have the same form.
#pragma once

#include <csignal>
#include <cstdint>

namespace ldfi::kernel {

/// Places of registers in a frame, in the order of struct sigcontext of Linux.
enum Register : int {
  r8,
  r9,
  r10,
  r11,
  r12,
  r13,
  r14,
  r15,
  rdi,
  rsi,
  rbp,
  rbx,
  rdx,
  rax,
  rcx,
  rsp,
  rip,
  flags,
  registers
};

struct Frame {
  std::uint64_t kinds;
  std::uint64_t link;
  stack_t stack;  ///< the stack for handlers, which is set again when the frame is left
  std::uint64_t general[registers];
  std::uint64_t other[5];  ///< segments, error code, trap number, old mask, fault address
  unsigned char* wide;     ///< the state of the floating point unit and wider registers
  std::uint64_t reserved[8];
  std::uint64_t mask;  ///< blocked signals
  siginfo_t info;

  std::uint64_t& operator[](Register which) { return general[which]; }
};
static_assert(sizeof(Frame) == 432);

/// Returns the number of bytes at `wide`.
inline std::size_t wide_bytes(const Frame& frame) {
  constexpr std::size_t software = 464;  // place of struct _fpx_sw_bytes
  constexpr std::uint32_t magic = 0x46505853;
  constexpr std::size_t legacy = 512;
  if (frame.wide == nullptr) return 0;
  const auto* const words = reinterpret_cast<const std::uint32_t*>(frame.wide + software);
  return words[0] == magic ? words[1] : legacy;
}

/// Empties all registers, as a new program finds them.
inline void clear_registers(Frame& frame) {
  constexpr std::uint64_t usual_flags = 0x202;
  for (std::uint64_t& one : frame.general) {
    if (&one < &frame[flags]) one = 0;
  }
  frame[flags] = usual_flags;
  constexpr std::size_t legacy = 512;
  constexpr std::size_t exceptions = 24;  // place of MXCSR
  if (frame.wide == nullptr) return;
  *reinterpret_cast<std::uint16_t*>(frame.wide) = 0x37f;
  *reinterpret_cast<std::uint32_t*>(frame.wide + exceptions) = 0x1f80;
  // No state that follows is in use, so the processor clears it.
  if (wide_bytes(frame) > legacy) *reinterpret_cast<std::uint64_t*>(frame.wide + legacy) = 0;
}

}  // namespace ldfi::kernel
