#include "worker/kernel/call.hpp"

#include <initializer_list>

namespace ldfi::kernel {
namespace {

constexpr long most_calls = 512;
constinit Row rows[most_calls] = {};
constinit bool is_filled = false;

void fill() {
  is_filled = true;
  for (const Entry* const table :
       {calls_of_descriptors, calls_of_files,   calls_of_copies,   calls_of_memory,
        calls_of_threads,     calls_of_time,    calls_of_polls,    calls_of_pipes,
        calls_of_counters,    calls_of_chance,  calls_of_signals,  calls_of_identity,
        calls_of_groups,      calls_of_fork,    calls_of_exec,     calls_of_wait,
        calls_of_kill,        calls_of_sockets, calls_of_messages, calls_refused}) {
    for (const Entry* one = table; one->row.name != nullptr; ++one) rows[one->number] = one->row;
  }
}

}  // namespace

const Row& row_of(long number) {
  static constexpr Row unknown;
  if (!is_filled) fill();
  return number < 0 || number >= most_calls ? unknown : rows[number];
}

}  // namespace ldfi::kernel
