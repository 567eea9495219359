#include "worker/kernel/machine.hpp"

#include <asm/prctl.h>
#include <sys/prctl.h>

#include "worker/kernel/linux.hpp"

extern "C" {
/// Executes `rdtsc`. Returns 1 if that has caused a fault, else 0.
int ldfi_try_time_stamp();
}

namespace ldfi::kernel {
namespace {

constinit Machine known = {};

}  // namespace

void note_machine(const Machine& found) {
  known = found;
}

const Machine& machine() {
  return known;
}

bool has_thread_pointer_instructions() {
  constexpr std::uint64_t bit = 2;
  return (known.more_features & bit) != 0;
}

bool trap_time_stamps() {
  return linux_call(SYS_prctl, PR_SET_TSC, PR_TSC_SIGSEGV) == 0 && ldfi_try_time_stamp() == 1;
}

bool show_processor(bool shown) {
  return linux_call(SYS_arch_prctl, ARCH_SET_CPUID, shown ? 1 : 0) == 0;
}

}  // namespace ldfi::kernel
