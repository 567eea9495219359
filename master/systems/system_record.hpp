// What a run about a real system leaves in its results file.
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

/// Recordings as they were written, by name, as far as memory allows: those that failed before
/// others.
class RecordingTexts {
 public:
  void add(const std::string& name, const std::string& text);
  /// Empty if it is not there.
  [[nodiscard]] const std::string& of(const std::string& name) const;

 private:
  std::map<std::string, std::string> texts_;
  std::size_t bytes_ = 0;
};

/// Takes the recordings of one search: texts for its results, and files if they are wanted.
class RecordingKeeper {
 public:
  /// Makes the folder, if it is not empty. `again`: it may be there. `told`: whether the log has the
  /// last words of a node already. Throws EnvironmentError.
  RecordingKeeper(std::string folder, bool again, const Log& log, bool& told);
  void keep(const std::string& name, const std::string& text);
  [[nodiscard]] const RecordingTexts& texts() const { return texts_; }

 private:
  std::string folder_;
  const Log& log_;
  bool& told_;
  RecordingTexts texts_;
};

/// With all recordings that `texts` has, or those that views of counterexamples need (--keep).
/// Without time. `cell`: what it is called; it has a name anyway if the plan is not the config's.
[[nodiscard]] SystemResult system_result(const systems::Plan& plan,
                                         const search::SystemStrategy& search,
                                         const RecordingTexts& texts,
                                         const config::Options& options,
                                         const std::string& cell = "");

}  // namespace ldfi::app
