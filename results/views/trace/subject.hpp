// The program and the Fspec of one cell, checked again from the texts in the results file.
// Executions are deterministic, so any fault set of the cell can be executed again with the same
// result.
//
//   const Subject subject(run, run.cells[0]);
//   const Rerun bad = subject.execute(subject.fault_set("O(a,b,1)"));
#pragma once

#include <memory>

#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/language/load.hpp"
#include "results/sink.hpp"

namespace ldfi::results {

/// A repeated execution, with everything that holds in it.
struct Rerun {
  FaultSet faults;
  std::shared_ptr<const eval::Model> model;
  eval::Judgement judgement;
};

class Subject {
 public:
  /// Throws SourcedError (with its texts) if the stored program or Fspec is invalid,
  /// and UsageError if there is no program.
  Subject(const RunRecord& run, const Cell& cell);
  /// Makes a subject from another program or Fspec than those of a file.
  Subject(dedalus::Program program, Fspec fspec);

  [[nodiscard]] const dedalus::Program& program() const { return program_; }
  [[nodiscard]] const Fspec& fspec() const { return fspec_; }

  /// Reads the written form of a fault set, which errors call `name`. Throws SourcedError that
  /// points into the text.
  [[nodiscard]] FaultSet fault_set(const std::string& text, const std::string& name) const;
  /// Throws SourcedError for an arithmetic error, and BudgetExceeded.
  [[nodiscard]] Rerun execute(const FaultSet& faults) const;
  /// Does the same, but accepts faults that break the order of a fifo channel.
  [[nodiscard]] Rerun execute_any(const FaultSet& faults) const;
  /// The execution without faults.
  [[nodiscard]] const Rerun& failure_free() const { return failure_free_; }

 private:
  void execute_without_faults();
  [[nodiscard]] std::shared_ptr<const eval::Model> run(const FaultSet& faults) const;

  dedalus::Program program_;
  Fspec fspec_;
  Rerun failure_free_;
};

/// Returns the name of the user's main program, for example `kafka.ded`, or an empty text if the run
/// has no program. Files that it includes come before it, and specifications after it.
std::string program_name(const RunRecord& run);

/// Reads the fault set like Subject::fault_set.
FaultSet read_fault_set(const std::string& text, const std::string& name, const Fspec& fspec);

/// Returns for example `EOT 6, EFF 4 (exclusive), 1 crash (silent)`.
std::string fspec_text(const Cell& cell);

}  // namespace ldfi::results
