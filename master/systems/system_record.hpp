// What a run about a real system leaves in its results file.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "common/config/options.hpp"
#include "common/record/system_result.hpp"
#include "common/systems/plan.hpp"
#include "master/systems/system_search.hpp"

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

/// With all recordings that `texts` has, or those that views of counterexamples need (--keep).
/// Without reason, certificate and time.
[[nodiscard]] SystemResult system_result(const systems::Plan& plan, const SystemSearch& search,
                                         const RecordingTexts& texts,
                                         const config::Options& options);

/// True if a node ends by itself in the recording, and said something on stderr.
[[nodiscard]] bool tells_of_an_end(const std::string& recording);
/// The first such node, with its last words: what a person needs to mend it.
[[nodiscard]] std::string last_words(const std::string& recording);

}  // namespace ldfi::app
