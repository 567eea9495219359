// The three kinds of error, and the exit status of each:
//   the user's input     InputError (65), UsageError (64)
//   the environment      EnvironmentError (74)
//   a bug of ours        InternalError (70, contract.hpp)
// A budget that runs out is not an error but a verdict: BudgetExceeded makes it inconclusive (2).
// main() turns what nobody else catches into the exit status.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "common/base/diagnostic.hpp"

namespace ldfi {

/// All statuses that the program may exit with.
enum class ExitStatus : int {
  certified = 0,
  counterexample = 1,  ///< also `broken`
  inconclusive = 2,    ///< also `vacuous`
  usage = 64,
  input = 65,
  internal = 70,
  environment = 74,
  stopped = 85,  ///< stopped on request with everything saved
};

/// A program, config or fault set that is wrong; carries every diagnostic found.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::vector<Diagnostic> diagnostics)
      : std::runtime_error(diagnostics.empty() ? "invalid input" : diagnostics.front().message),
        diagnostics_(std::move(diagnostics)) {}
  explicit InputError(Diagnostic diagnostic)
      : InputError(std::vector<Diagnostic>{std::move(diagnostic)}) {}
  [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

/// An InputError together with the texts that its diagnostics point into. To show it:
/// `render(e.diagnostics(), e.sources())`.
class SourcedError : public InputError {
 public:
  SourcedError(std::vector<Diagnostic> diagnostics, SourceSet sources)
      : InputError(std::move(diagnostics)),
        sources_(std::make_shared<const SourceSet>(std::move(sources))) {}
  [[nodiscard]] const SourceSet& sources() const { return *sources_; }

 private:
  std::shared_ptr<const SourceSet> sources_;  ///< shared: exceptions are copied
};

/// Runs `action`. An InputError without its texts leaves as a SourcedError with `sources`.
template <class Action>
auto with_sources(const SourceSet& sources, Action action) {
  try {
    return action();
  } catch (const SourcedError&) {
    throw;
  } catch (const InputError& e) {
    throw SourcedError(e.diagnostics(), sources);
  }
}

/// A command line that makes no sense; what() says which part and what to write instead.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The file system, MPI or memory failed; what() names the call, the path or rank, and the cause.
class EnvironmentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// True if `code`, an errno, says that a call failed because of its path (ENOENT, EACCES, …): then
/// whoever named the path has to correct it. False if the system failed (EMFILE, EIO, …).
[[nodiscard]] bool is_about_the_path(int code);

/// A budget ran out: "facts", "steps", "memory", "time" or "runs". The verdict is `inconclusive`.
class BudgetExceeded : public std::runtime_error {
 public:
  BudgetExceeded(std::string budget, const std::string& text)
      : std::runtime_error(text), budget_(std::move(budget)) {}
  [[nodiscard]] const std::string& budget() const { return budget_; }
  /// True if the computation itself is too large or endless, while the run still has time and
  /// memory.
  [[nodiscard]] bool too_large() const { return budget_ == "facts" || budget_ == "steps"; }

 private:
  std::string budget_;
};

}  // namespace ldfi
