#include "worker/kernel/instructions.hpp"

#include <cpuid.h>

#include "worker/kernel/clock.hpp"
#include "worker/kernel/machine.hpp"
#include "worker/kernel/memory.hpp"
#include "worker/kernel/report.hpp"

namespace ldfi::kernel {
namespace {

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

}  // namespace

void trap_instructions() {
  Text text;
  if (!trap_time_stamps()) {
    text.add(
        "rdtsc stays real on this machine, so programs that read it may differ between executions");
    report(text);
  }
  show_processor(false);
}

bool answer_instruction(Frame& frame) {
  unsigned char code[3] = {};
  if (ldfi_copy(code, at_address<void>(frame[rip]), sizeof code) != 0) return false;
  if (code[0] != 0x0f) return false;
  if (code[1] == 0x31) {  // rdtsc
    answer_time_stamp(frame);
    frame[rip] += 2;
    return true;
  }
  if (code[1] == 0x01 && code[2] == 0xf9) {  // rdtscp
    answer_time_stamp(frame);
    frame[rcx] = 0;
    frame[rip] += 3;
    return true;
  }
  if (code[1] == 0xa2) {  // cpuid
    answer_processor_query(frame);
    frame[rip] += 2;
    return true;
  }
  return false;
}

}  // namespace ldfi::kernel
