// The port to a SAT solver: one incremental instance, clauses added for ever, questions asked under
// assumptions. Adapter: cryptominisat.hpp; tests have a brute-force one.
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

/// A variable (≥ 1) or, negative, its negation.
using Literal = std::int32_t;

enum class Answer : std::uint8_t { satisfiable, unsatisfiable, unknown };

class Solver {
 public:
  virtual ~Solver() = default;
  virtual Literal new_variable() = 0;
  virtual void add(std::span<const Literal> clause) = 0;
  void add(std::initializer_list<Literal> clause) {
    add(std::span<const Literal>(clause.begin(), clause.size()));
  }
  /// `unknown` only when a limit was reached.
  virtual Answer solve(std::span<const Literal> assumptions) = 0;
  /// The variable's value in the model of the last satisfiable answer.
  [[nodiscard]] virtual bool value(Literal variable) const = 0;
  /// Asked now and then while clauses are added and while a question runs, from this thread: what
  /// it throws comes out of add(), new_variable() or solve(), and then the solver is of no more
  /// use.
  virtual void set_check(BudgetCheck check) = 0;
  /// Conflicts that each further solve() may run into; 0: no limit. Unlike seconds, the same in
  /// every process.
  virtual void set_conflict_limit(std::uint64_t conflicts) = 0;
  [[nodiscard]] virtual std::size_t variables() const = 0;
  [[nodiscard]] virtual std::size_t clauses() const = 0;
};

}  // namespace ldfi::sat
