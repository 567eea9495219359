// Executes small programs, and catches their errors, for the tests of this folder.
#pragma once

#include <gtest/gtest.h>

#include "common/base/errors.hpp"
#include "test/support/execution.hpp"

namespace ldfi::test {

inline Execution one_tick(const std::string& text) {
  return execute(text, fspec_of(1, {"a", "b"}));
}

/// Executes a program that must fail with exactly one diagnostic, and returns the diagnostic.
inline Diagnostic failure(const std::string& text, const std::string& faults = "none") {
  try {
    execute(text, fspec_of(3, {"a", "b"}), faults);
  } catch (const InputError& error) {
    EXPECT_EQ(error.diagnostics().size(), 1U);
    return error.diagnostics().front();
  }
  ADD_FAILURE() << "the run does not fail";
  return {};
}

/// Executes a program within limits. Returns the budget that ran out and the message; both are
/// empty if none did.
inline std::pair<std::string, std::string> budget_of(const std::string& program,
                                                     const eval::EvalLimits& limits) {
  try {
    execute(program, fspec_of(2, {"a"}), "none", limits);
  } catch (const BudgetExceeded& error) {
    return {error.budget(), error.what()};
  }
  return {};
}

inline const std::string persistent = R"(
    p("a", "x")@1; p("b", "y")@2;
    p(X, V)@next :- p(X, V);)";

inline const std::string broadcast = R"(
    node("a", "b")@1; node("a", "c")@1; node("a", "a")@1; node(X, Y)@next :- node(X, Y);
    b("a", "m")@1; b(X, V)@next :- b(X, V);
    log(Y, V)@async :- b(X, V), node(X, Y);)";

inline Execution broadcast_under(const std::string& faults, CrashModel model = CrashModel::silent) {
  return execute(broadcast, fspec_of(3, {"a", "b", "c"}, model), faults);
}

}  // namespace ldfi::test
