// One answer in a journal: a job's work, and the report on it.
#pragma once

#include <span>

#include "common/journal/frame.hpp"

namespace ldfi::journal {

inline constexpr std::size_t key_bytes = sizeof(Key);

struct Answer {
  Key search{};  ///< whose job it was
  Job job;
  Report report;
};

/// The payload of a report record. `report` is an encoded Report.
wire::Bytes encode_answer(const Key& search, const Job& job, const wire::Bytes& report);
/// Throws wire::DecodeError.
Answer decode_answer(std::span<const char> payload);

/// The work of a job without its number, and its key: equal work has equal ones.
wire::Bytes work_of(const Job& job);
/// Requires key_bytes of them.
Key read_key(std::span<const char> bytes);

}  // namespace ldfi::journal
