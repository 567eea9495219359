// Stores the answers of earlier sessions of a run and those of the current session. A strategy
// depends only on the reports that it gets, not on the process that made them. So a resumed run
// takes its answers from the memory first, and sends only the remaining jobs to workers.
// master/journal has a memory that survives the process.
#pragma once

#include <optional>

#include "common/farm/wire/codec.hpp"

namespace ldfi::schedule {

class Memory {
 public:
  virtual ~Memory() = default;
  /// Begins the search of this Setup. All jobs until the next call belong to this search.
  virtual void begin(const wire::Setup& setup) = 0;
  /// Returns the answer to a job with the same work, or nullopt. The answer may have another job id.
  virtual std::optional<Report> recall(const Job& job) = 0;
  /// Keeps an answer, which is an encoded Report. When this returns, the answer survives the end of the
  /// process. Throws EnvironmentError.
  virtual void keep(const Job& job, const wire::Bytes& report) = 0;
};

}  // namespace ldfi::schedule
