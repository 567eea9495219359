// Evaluates one tick at a time, from any state and without deciding about faults: what the tick
// hands on to the next one, and which message (or living node) each part of it needs. So a state is
// evaluated once, however many fault sets lead on from it.
//
//   Stepper step(program, fspec, limits, wanted);
//   step.run(4, rows, {});   step.transitions(sink);   // … or, at EOT: step.tuples(relation)
//
// A state is a set of rows by table. Tables 0 … relations - 1 are the relations at the beginning of
// the tick; the tables after them hold what rel(…)@T reads.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "common/dedalus/eval/model.hpp"
#include "common/dedalus/eval/network.hpp"

namespace ldfi::eval {

/// For one thread at a time. `program` and `fspec` must outlive it.
class Stepper {
 public:
  struct Row {
    std::uint32_t table = 0;
    const Value* tuple = nullptr;
  };
  using Take = std::function<void(const Row&, const Ends&)>;
  /// Says whether anything needs a relation's facts at a tick.
  using Wanted = std::function<bool(RelationId, Time)>;

  Stepper(const dedalus::Program& program, const Fspec& fspec, const EvalLimits& limits,
          Wanted wanted);
  ~Stepper();
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  /// What the tables behind those of the relations hold: the relation and T of every rel(…)@T.
  [[nodiscard]] std::vector<std::pair<RelationId, Time>> pinned() const;
  /// The arities of the tables, by their numbers.
  [[nodiscard]] std::vector<std::size_t> arities() const;

  /// Computes everything that holds at `tick`, in 1 … EOT, from the state and the `faults` that
  /// rules may see (facts of `crash`). Those of `restart`, `down`, `ioerror` and `corrupt` belong to the state. Tables of rows must be below arities().size(), and tuples
  /// must have their table's arity. Throws BudgetExceeded, and InputError if arithmetic fails.
  void run(int tick, std::span<const Row> state, std::span<const Fault> faults);
  /// Calls `take` with every row of the next tick's state. A row may come several times, with
  /// different ends. Requires run(), and throws as it does.
  /// With `forgives` a row that arithmetic fails to compute is left out.
  void transitions(const Take& take, bool forgives = false);
  /// The tuples of a relation at the tick of the last run(), sorted.
  [[nodiscard]] std::vector<Tuple> tuples(RelationId relation) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ldfi::eval
