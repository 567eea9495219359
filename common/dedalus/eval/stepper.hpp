// Evaluates one tick at a time, from any state, without fixing the faults. Returns the rows of the
// next tick's state and, for each row, which message must arrive or which node must live. So a
// state is evaluated once for all fault sets that continue from it.
//
//   Stepper step(program, fspec, limits, wanted);
//   step.run(4, rows, {});   step.transitions(sink);   // … or, at EOT: step.tuples(relation)
//
// A state is a set of rows by table. Tables 0 … relations - 1 are the relations at the beginning of
// the tick. The tables after them hold the tuples that rel(…)@T reads.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "common/dedalus/eval/model.hpp"
#include "common/dedalus/eval/network.hpp"

namespace ldfi::eval {

/// An evaluator of single ticks. One object serves one thread at a time. `program` and `fspec` must
/// outlive the object.
class Stepper {
 public:
  struct Row {
    std::uint32_t table = 0;
    const Value* tuple = nullptr;
  };
  using Take = std::function<void(const Row&, const Ends&)>;
  /// A function that returns true if anything needs the facts of a relation at a tick.
  using Wanted = std::function<bool(RelationId, Time)>;

  Stepper(const dedalus::Program& program, const Fspec& fspec, const EvalLimits& limits,
          Wanted wanted);
  ~Stepper();
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  /// Returns the relation and T of every literal rel(…)@T, in the order of their tables. These
  /// tables come after those of the relations.
  [[nodiscard]] std::vector<std::pair<RelationId, Time>> pinned() const;
  /// Returns for each table the number of its columns.
  [[nodiscard]] std::vector<std::size_t> arities() const;

  /// Computes all tuples that hold at `tick`, which must be in 1 … EOT. `faults` are the faults
  /// that rules see as facts of `crash`. Facts of `restart`, `down`, `ioerror` and `corrupt` are
  /// part of the state. The tables of rows must be below arities().size(), and tuples must have
  /// their table's arity. Throws BudgetExceeded, and InputError if arithmetic fails.
  void run(int tick, std::span<const Row> state, std::span<const Fault> faults);
  /// Calls `take` with every row of the next tick's state. A row may be passed several times, with
  /// different conditions. With `forgives`, leaves out rows whose arithmetic fails. Requires that
  /// run() was called, and throws as run() does.
  void transitions(const Take& take, bool forgives = false);
  /// Returns the tuples of a relation at the tick of the last call of run(), sorted.
  [[nodiscard]] std::vector<Tuple> tuples(RelationId relation) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ldfi::eval
