#include "worker/kernel/instructions.hpp"

#include <cpuid.h>

#include "worker/kernel/chance.hpp"
#include "worker/kernel/clock.hpp"
#include "worker/kernel/machine.hpp"
#include "worker/kernel/memory.hpp"
#include "worker/kernel/patches.hpp"
#include "worker/kernel/report.hpp"

namespace ldfi::kernel {
namespace {

// Prefixes of an instruction.
constexpr unsigned prefix_short = 1;  // its operand has 16 bits
constexpr unsigned prefix_wide = 2;   // its operand has 64 bits
constexpr unsigned prefix_high = 4;   // its operand is one of the registers from r8 on

/// A time stamp counter of 1 GHz. Each look takes time, as a look at the clock does.
void answer_time_stamp(Frame& frame) {
  clock_page().now += clock_page().cost;
  constexpr std::uint64_t low = 0xffffffff;
  const std::uint64_t stamp = now() + clock_page().machine;
  frame[rax] = stamp & low;
  frame[rdx] = stamp >> 32U;
}

/// Answers as the processor does, but without random numbers and without the processor's own number.
void answer_processor_query(Frame& frame) {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  const auto leaf = static_cast<unsigned>(frame[rax]);
  const auto part = static_cast<unsigned>(frame[rcx]);
  show_processor(true);
  __cpuid_count(leaf, part, a, b, c, d);
  show_processor(false);
  constexpr unsigned features = 1;
  constexpr unsigned more_features = 7;
  constexpr unsigned rdrand = 1U << 30U;
  constexpr unsigned rdseed = 1U << 18U;
  constexpr unsigned number = 0xff000000;
  if (leaf == features) {
    b &= ~number;
    c &= ~rdrand;
  }
  if (leaf == more_features && part == 0) b &= ~rdseed;
  constexpr unsigned topology = 11;
  constexpr unsigned more_topology = 31;
  if (leaf == topology || leaf == more_topology) d = 0;
  frame[rax] = a;
  frame[rbx] = b;
  frame[rcx] = c;
  frame[rdx] = d;
}

/// Answers rdrand and rdseed.
void answer_chance(Frame& frame, unsigned prefixes, unsigned operand) {
  constexpr Register by_number[] = {rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi,
                                    r8,  r9,  r10, r11, r12, r13, r14, r15};
  constexpr std::uint64_t arithmetic = 0x8d5;  // the flags that the instruction changes
  constexpr std::uint64_t carry = 1;           // a number was there
  constexpr std::uint64_t low2 = 0xffff;
  constexpr std::uint64_t low4 = 0xffffffff;
  std::uint64_t& out = frame[by_number[(operand & 7U) + ((prefixes & prefix_high) != 0 ? 8 : 0)]];
  const std::uint64_t number = draw();
  if ((prefixes & prefix_wide) != 0) {
    out = number;
  } else {
    out = (prefixes & prefix_short) != 0 ? (out & ~low2) | (number & low2) : number & low4;
  }
  frame[flags] = (frame[flags] & ~arithmetic) | carry;
}

/// Answers the instruction with these bytes behind the first one of its opcode. Returns the number of bytes
/// from there to its end, or 0 if it is another instruction.
std::size_t answer_opcode(Frame& frame, unsigned prefixes, const unsigned char* rest) {
  constexpr unsigned registers = 0xf0;  // operands of rdrand and rdseed
  if (rest[0] == 0x31) {                // rdtsc
    answer_time_stamp(frame);
    return 1;
  }
  if (rest[0] == 0x01 && rest[1] == 0xf9) {  // rdtscp
    answer_time_stamp(frame);
    frame[rcx] = 0;
    return 2;
  }
  if (rest[0] == 0xa2) {  // cpuid
    answer_processor_query(frame);
    return 1;
  }
  if (rest[0] == 0xc7 && rest[1] >= registers) {
    answer_chance(frame, prefixes, rest[1]);
    return 2;
  }
  return 0;
}

}  // namespace

void trap_instructions(bool may_trap) {
  const bool stamps = may_trap && trap_time_stamps();
  const bool queries = may_trap && show_processor(false);
  set_replaced({!stamps, !queries});
  if (stamps) return;
  Text text;
  report(text.add(
      "rdtsc stays real on this machine in code that programs make while they run, so such "
      "programs may differ between executions"));
}

bool answer_instruction(Frame& frame, int signal) {
  constexpr int most_prefixes = 3;
  constexpr std::size_t most = most_prefixes + 3;
  unsigned char code[most] = {};
  if (ldfi_copy(code, at_address<void>(frame[rip]), sizeof code) != 0) return false;
  unsigned prefixes = 0;
  std::size_t at = 0;
  for (; at < most_prefixes; ++at) {
    if (code[at] == 0x66) {
      prefixes |= prefix_short;
    } else if ((code[at] & 0xf0U) == 0x40) {
      prefixes |=
          ((code[at] & 8U) != 0 ? prefix_wide : 0U) | ((code[at] & 1U) != 0 ? prefix_high : 0U);
    } else {
      break;
    }
  }
  if (code[at] != (signal == SIGILL ? refused_opcode : 0x0f)) return false;
  const std::size_t rest = answer_opcode(frame, prefixes, code + at + 1);
  if (rest == 0) return false;
  frame[rip] += at + 1 + rest;
  return true;
}

}  // namespace ldfi::kernel
