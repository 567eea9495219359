// The interface through which the record of a run is stored, for example in an HDF5 file, or in memory in
// tests.
#pragma once

#include "common/record/run.hpp"

namespace ldfi::results {

class ResultSink {
 public:
  virtual ~ResultSink() = default;
  /// Stores the whole run. Calls `check` while it stores derivation graphs. Throws EnvironmentError, or what
  /// `check` throws. Then earlier results stay unchanged.
  virtual void write(const RunRecord& run, const BudgetCheck& check = {}) = 0;
};

}  // namespace ldfi::results
