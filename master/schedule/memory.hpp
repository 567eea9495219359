// The answers of earlier sessions of a run, and the place for the answers of this session. A strategy
// depends only on the reports that it gets, not on their origin. So a resumed run asks its memory first,
// and workers only for the rest. master/journal is a memory that outlives the process.
#pragma once

#include <optional>

#include "common/farm/wire/codec.hpp"

namespace ldfi::schedule {

class Memory {
 public:
  virtual ~Memory() = default;
  /// Begins the search of this Setup, to which all following jobs belong.
  virtual void begin(const wire::Setup& setup) = 0;
  /// Returns the answer to a job with the same work, or nullopt. The job id in the answer may differ.
  virtual std::optional<Report> recall(const Job& job) = 0;
  /// Keeps an answer (an encoded Report). After the return, the answer survives the end of the process.
  /// Throws EnvironmentError.
  virtual void keep(const Job& job, const wire::Bytes& report) = 0;
};

}  // namespace ldfi::schedule
