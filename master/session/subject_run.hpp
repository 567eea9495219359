// A run about a program or a real system, from its first check to its exit status. The order of the steps is
// the same for both:
//
//   prepare, open the journal, try known cases, search, minimise, store the results, print the summary, write certificates
//
// If the minimisation fails, or the results or the journal cannot be written, the run still prints the summary,
// and then ends with the error. A failed minimisation leaves the journal unfinished, so --resume repeats it.
#pragma once

#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/base/errors.hpp"
#include "common/journal/header.hpp"
#include "common/record/verdict.hpp"
#include "master/life/watch.hpp"
#include "master/session/session.hpp"

namespace ldfi::app {

class SubjectRun {
 public:
  SubjectRun() = default;
  virtual ~SubjectRun() = default;
  SubjectRun(const SubjectRun&) = delete;
  SubjectRun& operator=(const SubjectRun&) = delete;

  /// Takes all steps and returns the exit status. `arguments` is the whole command line, including the
  /// program's name. Throws errors that end the run without an answer.
  ExitStatus run(const std::vector<std::string>& arguments, Watch& watch);

 protected:
  [[nodiscard]] virtual Session& session() = 0;
  /// Checks the inputs, and that the outputs can be written. Throws UsageError, InputError and
  /// EnvironmentError.
  virtual void prepare() = 0;
  /// Returns the data by which a journal refuses a different run, or nullopt if the run keeps no journal.
  [[nodiscard]] virtual std::optional<journal::Header> header() = 0;
  /// Calls `steps`, which calls try_known(), search() and minimise(). A subject whose executions need workers
  /// starts the workers before, and ends them afterwards.
  virtual void execute(const std::function<void()>& steps) { steps(); }
  /// Executes the counterexamples that --known names, each once more, in their order.
  virtual void try_known() {}
  /// Searches the Fspec or the cells of a sweep, or executes the fault set of --replay.
  virtual void search() = 0;
  /// Makes the first counterexample smaller, if the user requested this.
  virtual void minimise() {}
  /// Notes that an error ended minimise(), so that the results say so.
  virtual void note_failed_minimise() {}
  /// Writes the results file, if there are results.
  virtual void store() = 0;
  /// Returns the verdict for the journal, or nullopt if a later session may continue the run.
  [[nodiscard]] virtual std::optional<Verdict> final_verdict() = 0;
  /// Returns the text for standard output. `stored` is true if the results file was written.
  [[nodiscard]] virtual std::string summary(bool stored) = 0;
  /// Writes the certificates that the user requested.
  virtual void certify() {}
  [[nodiscard]] virtual ExitStatus status() const = 0;

 private:
  void open_journal(const std::vector<std::string>& arguments, Watch& watch);
  [[nodiscard]] std::exception_ptr error_of_minimise();
  void store_and_finish(bool is_complete);
};

}  // namespace ldfi::app
