// The clock of a node. It advances by a fixed span for each call and each look, and by waits.
#pragma once

#include <cstdint>
#include <ctime>

#include "worker/kernel/clock_page.h"
#include "worker/kernel/layout.hpp"
#include "worker/kernel/linux.hpp"

namespace ldfi::kernel {

/// A time that never comes.
inline constexpr std::uint64_t never = ~std::uint64_t{0};
inline constexpr std::uint64_t second = 1'000'000'000;

inline ldfi_clock_page& clock_page() {
  return *at_address<ldfi_clock_page>(clock_page_begin);
}
inline std::uint64_t now() {
  return clock_page().now;
}

/// Sets the clock to 0.
void begin_clock();
/// Adds a span to now(). Returns `never` if the sum is too large.
std::uint64_t after(std::uint64_t span);
/// Returns the nanoseconds of a time. Returns false if the time is not valid.
bool span_of(const timespec& time, std::uint64_t& out);
timespec time_of(std::uint64_t nanoseconds);
/// Returns the virtual time at which this clock shows `moment`, or 0 if it has passed long ago.
std::uint64_t moment_on(clockid_t clock, std::uint64_t moment);
/// Returns what this clock shows at the virtual time `time`. Returns false if there is no such clock.
bool reading_of(clockid_t clock, std::uint64_t time, std::uint64_t& out);

}  // namespace ldfi::kernel
