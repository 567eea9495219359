// The program and the Fspec of one cell, read and checked again from the texts in the results file.
// Executions are deterministic, so each fault set of the cell can be executed again with the same result.
//
//   const Subject subject(run, run.cells[0]);
//   const Rerun bad = subject.execute(subject.fault_set("O(a,b,1)"));
#pragma once

#include <memory>

#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/language/load.hpp"
#include "results/sink.hpp"

namespace ldfi::results {

/// An execution that was repeated, with all facts that hold in it.
struct Rerun {
  FaultSet faults;
  std::shared_ptr<const eval::Model> model;
  eval::Judgement judgement;
};

class Subject {
 public:
  /// Throws SourcedError, with the stored texts, if the stored program or Fspec is invalid. Throws UsageError
  /// if no program is stored.
  Subject(const RunRecord& run, const Cell& cell);
  /// Makes a subject from a program and an Fspec that are not from the file.
  Subject(dedalus::Program program, Fspec fspec);

  [[nodiscard]] const dedalus::Program& program() const { return program_; }
  [[nodiscard]] const Fspec& fspec() const { return fspec_; }

  /// Reads the written form of a fault set. Throws SourcedError with a place in the text, whose source has
  /// the name `name`.
  [[nodiscard]] FaultSet fault_set(const std::string& text, const std::string& name) const;
  /// Executes a fault set. Throws SourcedError for an arithmetic error, and BudgetExceeded.
  [[nodiscard]] Rerun execute(const FaultSet& faults) const;
  /// Executes like execute(), but also fault sets that break the order of a fifo channel.
  [[nodiscard]] Rerun execute_any(const FaultSet& faults) const;
  /// Returns the failure-free run.
  [[nodiscard]] const Rerun& failure_free() const { return failure_free_; }

 private:
  void execute_without_faults();
  [[nodiscard]] std::shared_ptr<const eval::Model> run(const FaultSet& faults) const;

  dedalus::Program program_;
  Fspec fspec_;
  Rerun failure_free_;
};

/// Returns the name of the user's main program, such as `kafka.ded`, or an empty text if the run has no
/// program. The main program is the last source before the specifications; files that it includes come
/// earlier.
std::string program_name(const RunRecord& run);

/// Reads the written form of a fault set, as Subject::fault_set() does.
FaultSet read_fault_set(const std::string& text, const std::string& name, const Fspec& fspec);

/// Returns the Fspec as text, such as `EOT 6, EFF 4 (exclusive), 1 crash (silent)`.
std::string fspec_text(const Cell& cell);

}  // namespace ldfi::results
