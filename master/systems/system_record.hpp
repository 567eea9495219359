// Makes the contents of the results file of a run for a real system.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "common/config/options.hpp"
#include "common/record/system_result.hpp"
#include "common/search/recorded/system_strategy.hpp"
#include "common/systems/plan.hpp"
#include "master/face/log.hpp"

namespace ldfi::app {

/// The texts of recordings, by name. If memory is short, recordings of failed executions are kept first.
class RecordingTexts {
 public:
  void add(const std::string& name, const std::string& text);
  /// Returns the text of the recording, or an empty string if the recording was not kept.
  [[nodiscard]] const std::string& of(const std::string& name) const;

 private:
  std::map<std::string, std::string> texts_;
  std::size_t bytes_ = 0;
};

/// Keeps the recordings of one search as texts for the results and, if a folder is given, as files.
class RecordingKeeper {
 public:
  /// Makes the folder, unless its name is empty. The folder may exist already if `again`. `told` is
  /// true if the log already has the last stderr output of a node, and becomes true when the log
  /// gets it. Throws EnvironmentError.
  RecordingKeeper(std::string folder, bool again, const Log& log, bool& told);
  void keep(const std::string& name, const std::string& text);
  [[nodiscard]] const RecordingTexts& texts() const { return texts_; }

 private:
  std::string folder_;
  const Log& log_;
  bool& told_;
  RecordingTexts texts_;
};

/// Returns the result of the search, without its time. `texts` has the recordings that --keep
/// keeps: all recordings, or only those that views of counterexamples need. `cell` is the name of
/// the cell of a sweep. If it is empty and the plan differs from the config, the name is derived
/// from the plan.
[[nodiscard]] SystemResult system_result(const systems::Plan& plan,
                                         const search::SystemStrategy& search,
                                         const RecordingTexts& texts,
                                         const config::Options& options,
                                         const std::string& cell = "");

}  // namespace ldfi::app
