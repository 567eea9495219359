// Makes the RunRecord of a run without its cells, and stores the results of runs that print an answer.
#pragma once

#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "master/task/task.hpp"
#include "results/hdf5/hdf5_sink.hpp"

namespace ldfi::app {

/// Returns a record with the texts of the program, the effective options, the version, the present time (UTC)
/// as start, and the number of ranks.
RunRecord make_record(const Task& task, int ranks);

/// The results file of a run that prints an answer. The answer is printed even if the file cannot be written.
class StoredAnswer {
 public:
  /// Checks that the file of --output can be written, and throws if not. Without --output, nothing is stored.
  explicit StoredAnswer(const Task& task);
  /// Makes the record and writes the file, if there is an --output.
  void store(const std::function<RunRecord()>& make);
  /// Returns the name of the stored file, or an empty string if nothing was stored.
  [[nodiscard]] const std::string& place() const { return place_; }
  /// Throws the error of store(), if there was one. To be called after the answer is printed.
  void complain() const;

 private:
  results::Hdf5Sink sink_;
  std::string place_;
  std::exception_ptr trouble_;
};

/// Throws UsageError if one of these files is an input or an included file, even under another name. Names
/// for copies of older files need no check, because only free names are used.
void refuse_inputs(const Task& task, const std::vector<std::string>& written);

}  // namespace ldfi::app
