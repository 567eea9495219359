// The three kinds of error, and the exit status of each:
//   the user's input         InputError (65), UsageError (64)
//   the environment          EnvironmentError (74)
//   a bug in this program    InternalError (70, contract.hpp)
// An exceeded budget is not an error but a verdict: BudgetExceeded makes it inconclusive (2).
// main() converts uncaught exceptions to the exit status.
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
  counterexample = 1,  ///< the status of `broken`, too
  inconclusive = 2,    ///< the status of `vacuous`, too
  usage = 64,
  input = 65,
  internal = 70,
  environment = 74,
  stopped = 85,  ///< stopped on request with everything saved
};

/// A program, config or fault set is wrong. Contains all diagnostics found.
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

/// An InputError with the texts that its diagnostics refer to.
/// To show it: `render(e.diagnostics(), e.sources())`.
class SourcedError : public InputError {
 public:
  SourcedError(std::vector<Diagnostic> diagnostics, SourceSet sources)
      : InputError(std::move(diagnostics)),
        sources_(std::make_shared<const SourceSet>(std::move(sources))) {}
  [[nodiscard]] const SourceSet& sources() const { return *sources_; }

 private:
  /// Shared, because copies of the exception refer to the same texts.
  std::shared_ptr<const SourceSet> sources_;
};

/// Runs `action` and returns its result. If `action` throws an InputError without texts, throws a
/// SourcedError with `sources` instead.
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

/// A command line is wrong. what() says which part is wrong and what to write instead.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The file system, MPI or memory failed; what() names the call, the path or rank, and the cause.
class EnvironmentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Returns true if `code`, an errno, means that a call failed because of its path (ENOENT, EACCES,
/// …), which the user has to correct. Returns false if the system failed (EMFILE, EIO, …).
[[nodiscard]] bool is_about_the_path(int code);

/// A budget ran out: "facts", "steps", "memory", "time" or "runs". The verdict is `inconclusive`.
class BudgetExceeded : public std::runtime_error {
 public:
  BudgetExceeded(std::string budget, const std::string& text)
      : std::runtime_error(text), budget_(std::move(budget)) {}
  [[nodiscard]] const std::string& budget() const { return budget_; }
  /// Returns true if the budget is "facts" or "steps". Then the computation itself is too large or
  /// endless, although the run still has time and memory.
  [[nodiscard]] bool too_large() const { return budget_ == "facts" || budget_ == "steps"; }

 private:
  std::string budget_;
};

}  // namespace ldfi
