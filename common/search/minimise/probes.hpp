// The executions by which a minimisation tests whether a counterexample needs all of its elements: messages that
// are delivered, operations, faults. The kind of subject knows what an element is; strategies choose sets of them.
#pragma once

#include <optional>

#include "common/minimise/ddmin.hpp"
#include "common/record/job.hpp"

namespace ldfi::search {

class Probes {
 public:
  virtual ~Probes() = default;

  /// Returns the number of elements. Sets of elements are ascending lists of their numbers, from 0.
  [[nodiscard]] virtual std::size_t count() const = 0;
  /// Returns the job of an execution with these elements alone.
  [[nodiscard]] virtual Job job(minimise::Elements some) = 0;
  /// Returns the job of an execution that has to be repeated, or nullopt if there is none. It comes before others.
  [[nodiscard]] virtual std::optional<Job> repeated() { return std::nullopt; }

  struct Answer {
    minimise::Elements some;
    bool fails = false;  ///< the execution fails as the counterexample does
    minimise::Elements
        more{};  ///< elements that can be added, if not every set of elements can occur
  };
  /// Returns the answer to a job, or nullopt if it has to be repeated. Requires a report of one of these jobs.
  [[nodiscard]] virtual std::optional<Answer> answer(const Report& report) = 0;
};

}  // namespace ldfi::search
