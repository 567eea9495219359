// The three kinds of error, and the exit status of each. User input: InputError (65) or UsageError
// (64). Environment: EnvironmentError (74). Our bug: InternalError (70, contract.hpp). A budget
// that ran out is no error but a verdict (BudgetExceeded → inconclusive, 2). Caught only in main().
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "common/base/diagnostic.hpp"

namespace ldfi {

/// Every status the program may leave with; no other leaves it.
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

/// An InputError that brings the texts its diagnostics point into, for
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

/// Runs `action`; an InputError that comes without its texts gets `sources`.
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

/// The file system, MPI or memory failed us; what() names the call, the path or rank, and the
/// cause.
class EnvironmentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// True if a call with a path failed because of that path (errno is ENOENT, EACCES, …), which is
/// whoever named it to correct; else the system failed (EMFILE, EIO, …).
[[nodiscard]] bool is_about_the_path(int code);

/// A named budget ran out ("facts", "memory", "time", "runs"): the verdict is `inconclusive`.
class BudgetExceeded : public std::runtime_error {
 public:
  BudgetExceeded(std::string budget, const std::string& text)
      : std::runtime_error(text), budget_(std::move(budget)) {}
  [[nodiscard]] const std::string& budget() const { return budget_; }
  /// What was computed is too large or endless; neither the run's time nor its memory is used up.
  [[nodiscard]] bool too_large() const { return budget_ == "facts" || budget_ == "steps"; }

 private:
  std::string budget_;
};

}  // namespace ldfi
