// The interface through which the record of a run is stored. Its implementations choose the place:
// an HDF5 file, or memory in tests.
#pragma once

#include "common/record/run.hpp"

namespace ldfi::results {

class ResultSink {
 public:
  virtual ~ResultSink() = default;
  /// Stores the whole run. Calls `check` while it stores derivation graphs. Throws
  /// EnvironmentError, or what `check` throws; then earlier results are untouched.
  virtual void write(const RunRecord& run, const BudgetCheck& check = {}) = 0;
};

}  // namespace ldfi::results
