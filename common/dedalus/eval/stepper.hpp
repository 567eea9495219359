// Evaluates one tick at a time, from any state, without fixing the faults. The result has all rows
// that the tick may pass to the next tick. With each row comes its condition: a message must
// arrive, or a node must not have crashed. So one evaluation serves all fault sets that lead to the
// state.
//
//   Stepper step(program, fspec, limits, wanted);
//   step.run(4, rows, {});   step.transitions(sink);   // … or, at EOT: step.tuples(relation)
//
// A state is a set of rows, each with the number of its table. Tables 0 … relations - 1 hold the
// tuples of the relations when the tick begins. Further tables hold the tuples of past ticks that
// literals rel(…)@T read.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "common/dedalus/eval/model.hpp"
#include "common/dedalus/eval/network.hpp"

namespace ldfi::eval {

/// An evaluator of single ticks. Threads must not share an object. `program` and `fspec` must
/// outlive the object.
class Stepper {
 public:
  struct Row {
    std::uint32_t table = 0;
    const Value* tuple = nullptr;
  };
  using Take = std::function<void(const Row&, const Ends&)>;
  /// A function that returns true if the caller needs the facts of the relation at the tick. Other
  /// facts are not derived.
  using Wanted = std::function<bool(RelationId, Time)>;

  Stepper(const dedalus::Program& program, const Fspec& fspec, const EvalLimits& limits,
          Wanted wanted);
  ~Stepper();
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  /// Returns the relation and the tick T of every literal rel(…)@T in the program. The i-th pair
  /// belongs to table i after the tables of the relations.
  [[nodiscard]] std::vector<std::pair<RelationId, Time>> pinned() const;
  /// Returns the number of columns of each table.
  [[nodiscard]] std::vector<std::size_t> arities() const;

  /// Computes all tuples that hold at `tick`, which must be in 1 … EOT. `faults` become facts of
  /// the relation `crash`. Facts of `restart`, `down`, `ioerror` and `corrupt` must be in `state`.
  /// The table of each row must be below arities().size(), and its tuple must have that table's
  /// arity. Throws BudgetExceeded, and InputError if arithmetic fails.
  void run(int tick, std::span<const Row> state, std::span<const Fault> faults);
  /// Calls `take` with every row that may be in the next tick's state, and with its condition. A
  /// row may be passed several times, with different conditions. With `forgives`, leaves out rows
  /// whose arithmetic fails. Requires that run() was called. Throws BudgetExceeded, and InputError
  /// if arithmetic fails.
  void transitions(const Take& take, bool forgives = false);
  /// Returns the tuples of a relation at the tick of the last call of run(), sorted.
  [[nodiscard]] std::vector<Tuple> tuples(RelationId relation) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ldfi::eval
