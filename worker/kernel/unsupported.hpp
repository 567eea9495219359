// Calls that the library kernel does not support. Each fails, and is named once on stderr.
#pragma once

#include "worker/kernel/call.hpp"

namespace ldfi::kernel {

/// Reports the call with the program and the effect, unless it was reported before.
void report_unsupported(const Call& call);

}  // namespace ldfi::kernel
