// The interface to a SAT solver: one incremental instance. Clauses are added and never removed, and
// questions are answered under assumptions. Adapters: cadical.hpp (the default), cryptominisat.hpp;
// the tests have one that tries all assignments.
//
//   Literal x = solver.new_variable();  solver.add({x, -y});
//   if (solver.solve({-x}) == Answer::satisfiable && solver.value(y)) …
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "common/base/meter.hpp"

namespace ldfi::sat {

/// A variable (≥ 1), or its negation (≤ -1); never 0.
using Literal = std::int32_t;

enum class Answer : std::uint8_t { satisfiable, unsatisfiable, unknown };

class Solver {
 public:
  virtual ~Solver() = default;
  /// Returns the next variable: 1, 2, 3, …
  virtual Literal new_variable() = 0;
  /// Adds a clause permanently. Requires literals of variables that new_variable() returned.
  virtual void add(std::span<const Literal> clause) = 0;
  void add(std::initializer_list<Literal> clause) {
    add(std::span<const Literal>(clause.begin(), clause.size()));
  }
  /// Decides whether all clauses and all `assumptions` can be true together. Returns `unknown` only
  /// if a limit was reached.
  virtual Answer solve(std::span<const Literal> assumptions) = 0;
  /// Does the same as solve(), but also requires that one literal of `some` is true. This
  /// requirement holds only for this call, and failed() ignores it.
  virtual Answer solve_with(std::span<const Literal> assumptions, std::span<const Literal> some);
  /// Returns the value of a variable in the model of the last satisfiable answer. `variable` must
  /// not be negated.
  [[nodiscard]] virtual bool value(Literal variable) const = 0;
  /// Returns true if the last answer depends on this assumption. The answer must have been
  /// unsatisfiable. The clauses and all such assumptions cannot be true together, even without the
  /// other assumptions.
  [[nodiscard]] virtual bool failed(Literal assumption) const = 0;
  /// Sets a function that the solver calls from time to time in the calling thread, while clauses
  /// are added and questions are answered. Exceptions of the function pass through add(),
  /// new_variable() and solve(). After an exception from solve(), the solver can still be used.
  /// After one from the other functions, only a part of the caller's clauses may have been added.
  virtual void set_check(BudgetCheck check) = 0;
  /// Sets the number of conflicts that each later call of solve() may have; 0 means no limit.
  /// Unlike a limit in seconds, it has the same effect in every process.
  virtual void set_conflict_limit(std::uint64_t conflicts) = 0;
  [[nodiscard]] virtual std::size_t variables() const = 0;
  [[nodiscard]] virtual std::size_t clauses() const = 0;
};

}  // namespace ldfi::sat
