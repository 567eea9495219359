// The kinds of errors, and the exit status that main() returns for each:
//   the user's input is wrong       InputError (65), UsageError (64)
//   the environment failed          EnvironmentError (74)
//   this program has a bug          InternalError (70, contract.hpp)
// BudgetExceeded is not an error: a run that exceeds a budget ends with the verdict `inconclusive`
// (2).
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "common/base/diagnostic.hpp"

namespace ldfi {

/// All exit statuses of the program.
enum class ExitStatus : int {
  certified = 0,
  counterexample = 1,  ///< also the status of the verdict `broken`
  inconclusive = 2,    ///< also the status of the verdict `vacuous`
  usage = 64,
  input = 65,
  internal = 70,
  environment = 74,
  stopped = 85,  ///< stopped on request; a later run can continue from the saved files
};

/// The exception for a program, config or fault set that is wrong. Contains all diagnostics that
/// were found.
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

/// An InputError with the texts to which its diagnostics refer. render(e.diagnostics(),
/// e.sources()) shows the error.
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
/// SourcedError with the same diagnostics and `sources` instead.
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

/// The exception for a wrong command line. what() says which part is wrong and what the user should
/// write instead.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The exception for a failure of the file system, of MPI or of memory. what() names the failed
/// call, the path or rank, and the cause.
class EnvironmentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Returns true if the error number `code`, such as ENOENT or EACCES, means that a path is wrong,
/// which the user can correct. Returns false if the system failed (EMFILE, EIO, …).
[[nodiscard]] bool is_about_the_path(int code);

/// Thrown if a computation exceeds a budget: "facts", "steps", "memory", "time", "work" or "runs".
/// A search that ends with this exception has the verdict `inconclusive`.
class BudgetExceeded : public std::runtime_error {
 public:
  BudgetExceeded(std::string budget, const std::string& text)
      : std::runtime_error(text), budget_(std::move(budget)) {}
  [[nodiscard]] const std::string& budget() const { return budget_; }
  /// Returns true if the budget is "facts" or "steps". Then the computation itself is too large, or
  /// never ends, although time and memory are left.
  [[nodiscard]] bool too_large() const { return budget_ == "facts" || budget_ == "steps"; }

 private:
  std::string budget_;
};

}  // namespace ldfi
