// A call of the guest, and the table of functions that answer calls.
#pragma once

#include <cstdint>

#include "worker/kernel/linux.hpp"

namespace ldfi::kernel {

struct Call {
  long number = 0;
  std::uint64_t arguments[6] = {};

  std::uint64_t operator[](int i) const { return arguments[i]; }
  /// The argument as a signed number of 32 bits, such as a descriptor.
  [[nodiscard]] int number_at(int i) const { return static_cast<int>(arguments[i]); }
  [[nodiscard]] long signed_at(int i) const { return static_cast<long>(arguments[i]); }
};

/// Results besides those of Linux.
/// A signal ended the wait: the call begins again behind the handler, or fails with EINTR.
inline constexpr long restart = -512;
/// The call has set all registers itself.
inline constexpr long registers_are_set = -600;

using Answer = long (*)(const Call&);

/// The library kernel's answer to a call.
struct Row {
  const char* name = nullptr;
  Answer answer = nullptr;  ///< null: the call fails with `error`
  int error = ENOSYS;
};

/// Returns the row of a call. Its name is null if the table has no such call.
const Row& row_of(long number);

// The tables of the parts, each ended by a row without a name.
struct Entry {
  long number;
  Row row;
};
extern const Entry calls_of_descriptors[];
extern const Entry calls_of_files[];
extern const Entry calls_of_copies[];
extern const Entry calls_of_memory[];
extern const Entry calls_of_threads[];
extern const Entry calls_of_time[];
extern const Entry calls_of_polls[];
extern const Entry calls_of_pipes[];
extern const Entry calls_of_counters[];
extern const Entry calls_of_chance[];
extern const Entry calls_of_signals[];
extern const Entry calls_of_identity[];
extern const Entry calls_of_groups[];
extern const Entry calls_of_fork[];
extern const Entry calls_of_exec[];
extern const Entry calls_of_wait[];
extern const Entry calls_of_kill[];
extern const Entry calls_of_sockets[];
extern const Entry calls_of_messages[];
extern const Entry calls_refused[];

}  // namespace ldfi::kernel
