// The guest's stdin. The worker has written all of an activation's input before it begins, so what is
// there to read does not depend on the machine.
#pragma once

#include "worker/kernel/file.hpp"

namespace ldfi::kernel {

File* make_input();
/// True if a context waits for input.
bool is_input_awaited();
/// Called when there may be more input.
void notify_input();

}  // namespace ldfi::kernel
