// What was answered in an earlier sitting of the same run, and where the answers of this one are
// kept. The strategies are functions of the reports they get, whoever it was that worked them out:
// so a run that is stopped and goes on asks its memory first and its workers then. The one that
// outlives the process is master/journal.
#pragma once

#include <optional>

#include "common/farm/wire/codec.hpp"

namespace ldfi::schedule {

class Memory {
 public:
  virtual ~Memory() = default;
  /// The jobs that follow belong to the search of this Setup.
  virtual void begin(const wire::Setup& setup) = 0;
  /// The answer to a job that asks for the same work, if there is one; its job id may be any.
  virtual std::optional<wire::Report> recall(const wire::Job& job) = 0;
  /// Keeps an answer (an encoded Report). When this returns, the death of this process, in any way,
  /// does not lose it. Throws EnvironmentError.
  virtual void keep(const wire::Job& job, const wire::Bytes& report) = 0;
};

}  // namespace ldfi::schedule
