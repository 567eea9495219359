// Instructions that tell of the machine, which the library kernel answers in place of the processor.
#pragma once

#include "worker/kernel/frame.hpp"

namespace ldfi::kernel {

/// Makes these instructions cause faults, as far as this machine can. Otherwise, or if `may_trap` is false,
/// they are replaced in programs that are loaded later. Reports that others stay real.
void trap_instructions(bool may_trap);
/// Answers the instruction that has caused this signal, and steps over it. Returns false if it is another
/// instruction.
bool answer_instruction(Frame& frame, int signal);

}  // namespace ldfi::kernel
