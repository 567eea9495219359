// An answer in a journal: the work of a job and the report about it.
#pragma once

#include <span>

#include "common/journal/frame.hpp"

namespace ldfi::journal {

inline constexpr std::size_t key_bytes = sizeof(Key);

struct Answer {
  Key search{};  ///< key of the search to which the job belongs
  Job job;
  Report report;
};

/// Returns the payload of a record with an answer. `report` is an encoded Report.
wire::Bytes encode_answer(const Key& search, const Job& job, const wire::Bytes& report);
/// Returns the answer in the payload of a record. Throws wire::DecodeError if the payload is not an
/// answer.
Answer decode_answer(std::span<const char> payload);

/// Returns the bytes of a job without its id. Equal work has equal bytes.
wire::Bytes work_of(const Job& job);
/// Returns the key at the beginning of `bytes`. Requires at least key_bytes bytes.
Key read_key(std::span<const char> bytes);

}  // namespace ldfi::journal
