// Returns the traces of a cell's executions, which say what happened at each tick. A trace comes
// from the results file or from a repeated execution.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>

#include "common/record/trace.hpp"
#include "results/views/trace/subject.hpp"

namespace ldfi::results {

/// Returns the trace of an execution of a program. Executes the program again to find the lost
/// messages. Throws all exceptions of Subject::execute(). The trace contains tuples only if there
/// are at most `max_tuples`.
Trace make_trace(const Subject& subject, const Rerun& execution,
                 std::size_t max_tuples = std::numeric_limits<std::size_t>::max());

class Traces {
 public:
  /// The run and the cell must outlive the object.
  Traces(const RunRecord& run, const Cell& cell) : run_(run), cell_(cell) {}

  /// Returns the stored trace of a fault set. If there is none, returns the trace of a new
  /// execution. Throws all exceptions of Subject, such as UsageError if no program is stored
  /// either.
  [[nodiscard]] Trace of(const FaultSet& faults,
                         std::size_t max_tuples = std::numeric_limits<std::size_t>::max());
  /// Returns the stored trace of a fault set, or null if there is none.
  [[nodiscard]] const Trace* stored(const FaultSet& faults) const;

 private:
  const RunRecord& run_;
  const Cell& cell_;
  std::optional<Subject> subject_;  ///< made when an execution must be repeated for the first time
};

}  // namespace ldfi::results
