// Executes the cases of a real system that --known names, each with its own seed, before the search
// begins. A case is a file with one counterexample.
#pragma once

#include <string>
#include <vector>

#include "common/config/options.hpp"
#include "common/systems/plan.hpp"
#include "master/systems/system_session.hpp"
#include "results/json/values.hpp"
#include "results/views/systems/case.hpp"

namespace ldfi::app {

class KnownCases {
 public:
  /// Reads cases from files, and from all *.json files of folders in the order of their names. Throws what
  /// read_case_file() throws, and UsageError for a folder without cases.
  explicit KnownCases(const std::vector<std::string>& paths);

  /// Executes each case twice, like a replay. Requires that the session is running.
  void execute(const systems::Plan& plan, const config::Options& options, SystemSession& session);

  [[nodiscard]] bool empty() const { return cases_.empty(); }
  /// Returns true if some case still violates a promise, which may differ from the promise recorded
  /// in the case.
  [[nodiscard]] bool violated() const;
  /// Returns `case`, `faults`, `seed` and `outcome` of each case, and the reason `why` if there is one.
  [[nodiscard]] results::Json json() const;
  /// Returns one line for each case.
  [[nodiscard]] std::string text() const;

 private:
  struct Case {
    std::string path;
    results::TestCase what;
    CaseResult result{CaseOutcome::diverged, "it was not executed"};
  };
  static CaseResult execute(const Case& one, const systems::Plan& plan, config::Options options,
                            SystemSession& session);

  std::vector<Case> cases_;
};

}  // namespace ldfi::app
