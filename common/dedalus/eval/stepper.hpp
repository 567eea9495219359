// One tick at a time, from any state and without deciding about faults: what the tick hands on to
// the next one, and which message (or living node) each part of it needs. Who explores many
// executions evaluates a state once, however many fault sets lead on from it.
//
//   Stepper step(program, fspec, limits, wanted);
//   step.run(4, rows, {});   step.transitions(sink);   // … or, at EOT: step.tuples(relation)
//
// A state is a set of rows by table. Tables 0 … relations - 1 are the relations as the tick begins;
// those after them keep what rel(…)@T asks about.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "common/dedalus/eval/model.hpp"
#include "common/dedalus/eval/network.hpp"

namespace ldfi::eval {

/// Not for several threads at once. `program` and `fspec` must outlive it.
class Stepper {
 public:
  struct Row {
    std::uint32_t table = 0;
    const Value* tuple = nullptr;
  };
  using Take = std::function<void(const Row&, const Ends&)>;
  /// Whether anybody asks what a relation holds at a tick.
  using Wanted = std::function<bool(RelationId, Time)>;

  Stepper(const dedalus::Program& program, const Fspec& fspec, const EvalLimits& limits,
          Wanted wanted);
  ~Stepper();
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  /// Of the tables that rows are of, by number.
  [[nodiscard]] std::vector<std::size_t> arities() const;

  /// Everything that holds at the tick, given its state and what rules may see of
  /// faults (the facts of `crash`). Throws
  /// BudgetExceeded, and InputError if arithmetic fails.
  void run(int tick, std::span<const Row> state, std::span<const Fault> faults);
  /// The rows of the next tick's state; one may come several times, with different ends. Throws as
  /// run().
  void transitions(const Take& take);
  /// What a relation holds at the tick, sorted.
  [[nodiscard]] std::vector<Tuple> tuples(RelationId relation) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ldfi::eval
