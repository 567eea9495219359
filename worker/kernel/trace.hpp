// The trace of a guest: one line per call, with thread, arguments, result and virtual time. Two runs are
// identical if their traces are.
#pragma once

#include "worker/kernel/call.hpp"

namespace ldfi::kernel {

/// Writes the trace to this descriptor of Linux from now on.
void begin_trace(int descriptor);
void trace(const Call& call, long result);
/// Writes what is still in memory.
void flush_trace();

}  // namespace ldfi::kernel
