// Where the record of a run goes (HDF5, memory) is the adapter's business.
#pragma once

#include "common/record/run.hpp"

namespace ldfi::results {

class ResultSink {
 public:
  virtual ~ResultSink() = default;
  /// Stores the whole run, or throws EnvironmentError, or what `check` throws while derivation
  /// graphs are stored, and leaves what was there untouched.
  virtual void write(const RunRecord& run, const BudgetCheck& check = {}) = 0;
};

}  // namespace ldfi::results
