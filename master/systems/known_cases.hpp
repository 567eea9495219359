// Cases that are known already (--known): each is executed again before a search begins, with its own
// seed, and what becomes of it is said.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/config/options.hpp"
#include "common/search/strategy.hpp"
#include "common/systems/plan.hpp"
#include "results/json/values.hpp"
#include "results/views/systems/case.hpp"

namespace ldfi::app {

/// What stands in the file of a case. Throws EnvironmentError.
[[nodiscard]] std::string text_of_case(const std::string& path);
/// Reads a case. Throws EnvironmentError, and SourcedError for what is none.
[[nodiscard]] results::TestCase read_case_file(const std::string& path);

class KnownCases {
 public:
  /// Of files, and of all files *.json of folders, by name. Throws as read_case_file() does, and
  /// UsageError for a folder without any.
  explicit KnownCases(const std::vector<std::string>& paths);

  using Search = std::function<void(const systems::Plan&, search::Strategy&)>;
  /// Executes them, one after the other, through `run`, each twice, as a replay does.
  void execute(const systems::Plan& plan, const config::Options& options, const Search& run);

  [[nodiscard]] bool empty() const { return cases_.empty(); }
  /// True if one violates what it violated, or anything else.
  [[nodiscard]] bool violated() const;
  /// Of each: `case`, `faults`, `seed`, `outcome`, and `why` if it diverged.
  [[nodiscard]] results::Json json() const;
  /// A line for each.
  [[nodiscard]] std::string text() const;

 private:
  struct Case {
    std::string path;
    results::TestCase what;
    results::CaseOutcome outcome{results::CaseOutcome::Kind::diverged, "it was not executed"};
  };
  static results::CaseOutcome execute(const results::TestCase& one, const systems::Plan& plan,
                                      config::Options options, const Search& run);

  std::vector<Case> cases_;
};

}  // namespace ldfi::app
