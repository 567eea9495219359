// The program and the Fspec of one cell, read and checked again from the texts in the results file.
// Executions are deterministic, so executing a fault set of the cell again has the same result.
//
//   const Subject subject(run, run.cells[0]);
//   const Rerun bad = subject.execute(subject.fault_set("O(a,b,1)"));
#pragma once

#include <memory>

#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/language/load.hpp"
#include "results/sink.hpp"

namespace ldfi::results {

/// An execution that was repeated, with the facts that hold in it.
struct Rerun {
  FaultSet faults;
  std::shared_ptr<const eval::Model> model;
  eval::Judgement judgement;
};

class Subject {
 public:
  /// Throws SourcedError, which shows the stored texts, if the stored program or Fspec is invalid.
  /// Throws UsageError if the file has no program.
  Subject(const RunRecord& run, const Cell& cell);
  /// Takes a program and an Fspec that are not from a results file.
  Subject(dedalus::Program program, Fspec fspec);

  [[nodiscard]] const dedalus::Program& program() const { return program_; }
  [[nodiscard]] const Fspec& fspec() const { return fspec_; }

  /// Parses the text of a fault set. Throws SourcedError with a position in the text. `name` is the
  /// name of the text in the error message.
  [[nodiscard]] FaultSet fault_set(const std::string& text, const std::string& name) const;
  /// Executes a fault set. Throws SourcedError if the program ends in an arithmetic error, and
  /// BudgetExceeded.
  [[nodiscard]] Rerun execute(const FaultSet& faults) const;
  /// Does the same as execute(), but also executes fault sets that change the order of messages on
  /// a FIFO channel.
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

/// Returns the name of the user's main program, such as `kafka.ded`, or an empty text if the run
/// has no program. Sources are stored in this order: included files, the main program,
/// specifications.
std::string program_name(const RunRecord& run);

/// Parses the text of a fault set, as Subject::fault_set() does.
FaultSet read_fault_set(const std::string& text, const std::string& name, const Fspec& fspec);

/// Returns the Fspec as text, such as `EOT 6, EFF 4 (exclusive), 1 crash (silent)`.
std::string fspec_text(const Cell& cell);

}  // namespace ldfi::results
