// The answers of earlier sessions of a run, and the place where this session's answers are kept. A
// strategy is a function of the reports that it gets, whoever made them. So a resumed run asks its
// memory first, and its workers for the rest. master/journal is the memory that outlives the
// process.
#pragma once

#include <optional>

#include "common/farm/wire/codec.hpp"

namespace ldfi::schedule {

class Memory {
 public:
  virtual ~Memory() = default;
  /// The jobs that follow belong to this Setup's search.
  virtual void begin(const wire::Setup& setup) = 0;
  /// The answer to a job that asked for the same work, if there is one. Its job id may differ.
  virtual std::optional<Report> recall(const Job& job) = 0;
  /// Keeps an answer (an encoded Report). Once this has returned, no death of the process loses the
  /// answer. Throws EnvironmentError.
  virtual void keep(const Job& job, const wire::Bytes& report) = 0;
};

}  // namespace ldfi::schedule
