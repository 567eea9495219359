// A run that executes a given fault set, a case (a file with one counterexample) or a schedule
// instead of searching (--replay, --replay-schedule). Such a run has the steps of any other run,
// but has no journal, no known cases and no certificate.
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

  /// Returns the outcome of the execution. Called after search().
  [[nodiscard]] virtual CaseOutcome outcome() const = 0;
  /// Returns the events of the execution as lines of text.
  [[nodiscard]] virtual std::string text() const = 0;
  /// Returns the events of the execution as one line of JSON.
  [[nodiscard]] virtual std::string json() const = 0;
};

}  // namespace ldfi::app
