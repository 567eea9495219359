// The traces of a cell's executions, for views.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>

#include "common/record/trace.hpp"
#include "results/views/trace/subject.hpp"

namespace ldfi::results {

/// Returns the trace of a Dedalus execution. Executes it again to find lost messages, and throws
/// like Subject::execute. Lists the tuples only if there are at most `max_tuples`.
Trace make_trace(const Subject& subject, const Rerun& execution,
                 std::size_t max_tuples = std::numeric_limits<std::size_t>::max());

class Traces {
 public:
  /// Both must outlive this object.
  Traces(const RunRecord& run, const Cell& cell) : run_(run), cell_(cell) {}

  /// Returns the trace that the file holds, or else that of a new execution. Throws like Subject,
  /// for example UsageError if the file has no program either.
  [[nodiscard]] Trace of(const FaultSet& faults,
                         std::size_t max_tuples = std::numeric_limits<std::size_t>::max());
  /// Returns the trace that the file holds, or null if it holds none.
  [[nodiscard]] const Trace* stored(const FaultSet& faults) const;

 private:
  const RunRecord& run_;
  const Cell& cell_;
  std::optional<Subject> subject_;  ///< created when needed
};

}  // namespace ldfi::results
