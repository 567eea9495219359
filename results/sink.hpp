// Interface for storing the record of a run, for example in an HDF5 file, or in memory for tests.
#pragma once

#include "common/record/run.hpp"

namespace ldfi::results {

class ResultSink {
 public:
  virtual ~ResultSink() = default;
  /// Stores the whole run. Calls `check` while it stores derivation graphs. Throws
  /// EnvironmentError, or an exception of `check`. In this case, earlier results stay unchanged.
  virtual void write(const RunRecord& run, const BudgetCheck& check = {}) = 0;
};

}  // namespace ldfi::results
