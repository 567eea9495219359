// The RunRecord of a run, before its cells.
#pragma once

#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "master/task/task.hpp"
#include "results/hdf5/hdf5_sink.hpp"

namespace ldfi::app {

/// Program texts, options as they took effect, version, start (now, UTC) and number of ranks.
RunRecord make_record(const Task& task, int ranks);

/// The results file beside an answer that is printed, whether or not it can be stored.
class StoredAnswer {
 public:
  /// Nothing is stored without an --output. Throws what tells beforehand that it cannot be written.
  explicit StoredAnswer(const Task& task);
  /// Makes the record and writes it, if one is wanted.
  void store(const std::function<RunRecord()>& make);
  /// Where it is; empty: nowhere.
  [[nodiscard]] const std::string& place() const { return place_; }
  /// Throws what went wrong in store(), once the answer is printed.
  void complain() const;

 private:
  results::Hdf5Sink sink_;
  std::string place_;
  std::exception_ptr trouble_;
};

/// Throws UsageError if one of these names is that of an input, includes too, whatever their names are.
/// Names under which older files are kept need no check: only free ones are taken.
void refuse_inputs(const Task& task, const std::vector<std::string>& written);

}  // namespace ldfi::app
