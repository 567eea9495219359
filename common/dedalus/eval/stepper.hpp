// Evaluates one tick at a time, from any state, without fixing the faults. It reports the state of
// the next tick, and for each row which message or living node it needs. So a state is evaluated
// once for all fault sets that continue from it.
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

/// One object serves one thread at a time. `program` and `fspec` must outlive it.
class Stepper {
 public:
  struct Row {
    std::uint32_t table = 0;
    const Value* tuple = nullptr;
  };
  using Take = std::function<void(const Row&, const Ends&)>;
  /// Returns true if anything needs a relation's facts at a tick.
  using Wanted = std::function<bool(RelationId, Time)>;

  Stepper(const dedalus::Program& program, const Fspec& fspec, const EvalLimits& limits,
          Wanted wanted);
  ~Stepper();
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  /// Returns the relation and T of every rel(…)@T, in the order of their tables, which follow those
  /// of the relations.
  [[nodiscard]] std::vector<std::pair<RelationId, Time>> pinned() const;
  /// Returns the arities of all tables, by number.
  [[nodiscard]] std::vector<std::size_t> arities() const;

  /// Computes all tuples that hold at `tick`, in 1 … EOT. `faults` are the faults that rules see as
  /// facts of `crash`. Facts of `restart`, `down`, `ioerror` and `corrupt` belong to the state.
  /// Tables of rows must be below arities().size(), and tuples must have their table's arity.
  /// Throws BudgetExceeded, and InputError if arithmetic fails.
  void run(int tick, std::span<const Row> state, std::span<const Fault> faults);
  /// Calls `take` with every row of the next tick's state. A row may be passed several times, with
  /// different ends. With `forgives`, leaves out rows whose arithmetic fails. Requires run(), and
  /// throws as it does.
  void transitions(const Take& take, bool forgives = false);
  /// Returns the tuples of a relation at the tick of the last run(), sorted.
  [[nodiscard]] std::vector<Tuple> tuples(RelationId relation) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ldfi::eval
