// A run that executes what somebody names (--replay, --replay-schedule) in place of a search: a fault set, a case or a
// schedule. It is a run as every other one, with one execution to choose from. It has no journal, no known cases and
// no certificate.
#pragma once

#include <string>

#include "common/record/known_case.hpp"
#include "master/session/subject_run.hpp"

namespace ldfi::app {

class Replay : public SubjectRun {
 protected:
  void prepare() override {}
  std::optional<journal::Header> header() final { return std::nullopt; }
  void store() override {}
  std::optional<Verdict> final_verdict() final { return std::nullopt; }
  std::string summary(bool stored) override;
  [[nodiscard]] ExitStatus status() const override { return exit_status(outcome()); }

  /// Returns what the execution shows. Called after search().
  [[nodiscard]] virtual CaseOutcome outcome() const = 0;
  /// Return what happened in the execution: in lines, and as one line of JSON.
  [[nodiscard]] virtual std::string text() const = 0;
  [[nodiscard]] virtual std::string json() const = 0;
};

}  // namespace ldfi::app
