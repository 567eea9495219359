// Makes the record of a run about a program, without the results of its searches. Also stores the
// results of runs that print an answer.
#pragma once

#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "master/task/task.hpp"
#include "results/hdf5/hdf5_sink.hpp"

namespace ldfi::app {

/// Returns a record with the texts of the program, the options, the version, the present time (UTC) as the
/// start, and the number of ranks.
RunRecord make_record(const Task& task, int ranks);

/// The results file of a run that prints its answer. The answer is printed even if the file cannot be
/// written.
class StoredAnswer {
 public:
  /// Checks that the file of --output can be written, and throws if not. Without --output, nothing is stored.
  explicit StoredAnswer(const Task& task);
  /// Calls `make` and writes the record to the file. Does nothing without --output.
  void store(const std::function<RunRecord()>& make);
  /// Returns the name of the stored file, or an empty string if nothing was stored.
  [[nodiscard]] const std::string& place() const { return place_; }
  /// Throws the error that store() caught, if there was one. Called after the answer is printed.
  void complain() const;

 private:
  results::Hdf5Sink sink_;
  std::string place_;
  std::exception_ptr trouble_;
};

/// Throws UsageError if one of the files in `written` is an input or an included file, even under another
/// name. Older files are renamed to names that are free, so these names need no check.
void refuse_inputs(const Task& task, const std::vector<std::string>& written);

}  // namespace ldfi::app
