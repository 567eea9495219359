// What the processor and Linux offer, found out when the process starts.
#pragma once

#include <cstdint>

namespace ldfi::kernel {

/// The auxiliary vector that Linux gave to this process.
struct Machine {
  std::uint64_t features = 0;       ///< AT_HWCAP
  std::uint64_t more_features = 0;  ///< AT_HWCAP2
  std::uint64_t frame_bytes = 0;    ///< AT_MINSIGSTKSZ
  std::uint64_t vdso = 0;           ///< AT_SYSINFO_EHDR: the vDSO of Linux itself
};

void note_machine(const Machine& machine);
const Machine& machine();
/// True if programs may change the FS register without a call.
bool has_thread_pointer_instructions();
/// Makes `rdtsc` cause a fault. Returns false if that has no effect here.
bool trap_time_stamps();
/// Lets `cpuid` answer, or makes it cause a fault. Returns false if this machine cannot.
bool show_processor(bool shown);

}  // namespace ldfi::kernel
