// The traces of a cell's executions, for views of them.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>

#include "common/record/trace.hpp"
#include "results/views/trace/subject.hpp"

namespace ldfi::results {

/// The trace of a Dedalus execution. Executes again to find lost messages; throws as
/// Subject::execute does. What holds is left out if more than `max_tuples` do.
Trace make_trace(const Subject& subject, const Rerun& execution,
                 std::size_t max_tuples = std::numeric_limits<std::size_t>::max());

class Traces {
 public:
  /// Both must outlive it.
  Traces(const RunRecord& run, const Cell& cell) : run_(run), cell_(cell) {}

  /// The trace that the file holds; if it holds none, that of executing the program again. Throws
  /// as Subject does, so UsageError if there is no program either.
  [[nodiscard]] Trace of(const FaultSet& faults,
                         std::size_t max_tuples = std::numeric_limits<std::size_t>::max());
  /// The trace that the file holds; null if it holds none.
  [[nodiscard]] const Trace* stored(const FaultSet& faults) const;

 private:
  const RunRecord& run_;
  const Cell& cell_;
  std::optional<Subject> subject_;  ///< made when needed
};

}  // namespace ldfi::results
