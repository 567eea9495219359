// Cases of a real system that --known names: each is replayed before the search begins, with its own seed.
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
  /// Of files, and of all files *.json of folders, by name. Throws as read_case_file() does, and
  /// UsageError for a folder without any.
  explicit KnownCases(const std::vector<std::string>& paths);

  /// Executes one after the other, each twice, as a replay does. Requires that the session is running.
  void execute(const systems::Plan& plan, const config::Options& options, SystemSession& session);

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
    CaseResult result{CaseOutcome::diverged, "it was not executed"};
  };
  static CaseResult execute(const Case& one, const systems::Plan& plan, config::Options options,
                            SystemSession& session);

  std::vector<Case> cases_;
};

}  // namespace ldfi::app
