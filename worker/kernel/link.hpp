// The link to the worker. Without one, the guest's time advances by itself, as far as its waits need.
#pragma once

#include <cstddef>
#include <cstdint>

#include "worker/kernel/report.hpp"

namespace ldfi::kernel {

/// Opens the page and the FIFOs in this folder, and waits for the first activation.
void begin_link(const char* folder);
/// Uses no worker. Random numbers are derived from `seed`.
void begin_alone(std::uint64_t seed);

std::uint64_t random_seed();
/// True if contexts that are ready may run. A guest that has made a million calls in one activation
/// continues in the next one.
bool may_go_on();
/// Called when no context may run. Returns when that may have changed.
void rest();
/// Called before the node ends. Returns when the worker has taken all that the node has sent.
void finish_link();
/// Reports a call that fails here although it works on Linux: on stderr, and the first one to the worker,
/// because executions with such a call prove nothing about the program on Linux.
void report_deviation(const Text& text);
/// Called when the guest has said something to the worker.
void note_output();
/// Called when the guest has written bytes to the node's standard output.
void note_written(std::size_t bytes);
/// Returns how many bytes the node's processes have written to the node's standard output.
std::uint64_t written_bytes();

}  // namespace ldfi::kernel
