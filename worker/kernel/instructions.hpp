// Instructions that tell of the machine, which the library kernel answers in place of the processor.
#pragma once

#include "worker/kernel/frame.hpp"

namespace ldfi::kernel {

/// Makes these instructions cause faults, as far as this machine can. Reports which of them stay real.
void trap_instructions();
/// Answers the instruction at which the guest has stopped, and steps over it. Returns false if it is
/// another instruction.
bool answer_instruction(Frame& frame);

}  // namespace ldfi::kernel
