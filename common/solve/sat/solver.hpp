// The port to a SAT solver: one incremental instance, to which clauses are added for ever and which
// answers questions under assumptions. Adapters: cadical.hpp (the default), cryptominisat.hpp; the
// tests have one that tries all assignments.
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
  /// The next variable: 1, 2, 3, …
  virtual Literal new_variable() = 0;
  /// Adds a clause for ever. Requires literals of variables that new_variable() returned.
  virtual void add(std::span<const Literal> clause) = 0;
  void add(std::initializer_list<Literal> clause) {
    add(std::span<const Literal>(clause.begin(), clause.size()));
  }
  /// Asks whether all clauses and `assumptions` can hold together. `unknown` only when a limit was
  /// reached.
  virtual Answer solve(std::span<const Literal> assumptions) = 0;
  /// The same, and one of these literals holds, too: a clause for this question alone. failed() does
  /// not know of it.
  virtual Answer solve_with(std::span<const Literal> assumptions, std::span<const Literal> some);
  /// The value of a variable (not of a negation) in the model of the last satisfiable answer.
  [[nodiscard]] virtual bool value(Literal variable) const = 0;
  /// Whether the last answer, which was unsatisfiable, rests on this assumption of its question: the
  /// clauses and such assumptions cannot hold together, without the others.
  [[nodiscard]] virtual bool failed(Literal assumption) const = 0;
  /// Sets what is called now and then, by the calling thread, while clauses are added and a
  /// question runs. An exception that it throws leaves add(), new_variable() or solve(). After
  /// solve() the solver can be asked again; after the others, whoever adds clauses has perhaps
  /// added only some of them.
  virtual void set_check(BudgetCheck check) = 0;
  /// The number of conflicts that each further solve() may have; 0: no limit. Unlike a limit in
  /// seconds, it is the same in every process.
  virtual void set_conflict_limit(std::uint64_t conflicts) = 0;
  [[nodiscard]] virtual std::size_t variables() const = 0;
  [[nodiscard]] virtual std::size_t clauses() const = 0;
};

}  // namespace ldfi::sat
