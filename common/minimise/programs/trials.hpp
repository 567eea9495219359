// Executes a program with some of its external facts, on the plain evaluator, which knows no
// grounding: whatever is minimised rests on these executions.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/dedalus/eval/evaluator.hpp"
#include "common/minimise/smaller_world.hpp"
#include "common/record/trace.hpp"

namespace ldfi::minimise {

/// An execution, and how it was judged.
struct Executed {
  FaultSet faults;
  std::shared_ptr<const eval::Model> model;
  eval::Judgement judgement;
};

class Trials {
 public:
  /// `program` and `fspec` must outlive it. `count` is called before each execution, and may throw.
  Trials(const dedalus::Program& program, const Fspec& fspec, std::vector<std::uint32_t> externals,
         eval::EvalLimits limits, std::function<void()> count);
  ~Trials();
  Trials(const Trials&) = delete;
  Trials& operator=(const Trials&) = delete;

  [[nodiscard]] std::uint32_t external_count() const {
    return static_cast<std::uint32_t>(externals_.size());
  }
  [[nodiscard]] const dedalus::GivenFact& external(std::uint32_t index) const {
    return program_.facts[externals_.at(index)];
  }
  [[nodiscard]] const Fspec& fspec() const { return fspec_; }
  /// The program with these external facts, and without the others. Valid until other ones are
  /// asked for.
  const dedalus::Program& with(const Elements& externals);

  /// The given facts that the program with these external facts does not have, as indices.
  [[nodiscard]] std::vector<std::uint32_t> facts_without(const Elements& externals) const {
    return minimise::facts_without(program_, externals_, externals);
  }

  /// Nothing if the execution ends in an arithmetic error, or the failure-free one does.
  std::optional<Executed> run(const Elements& externals, const FaultSet& faults);
  /// True if the Fspec admits the schedule, and its execution violates the invariant.
  bool violates(const Schedule& schedule);
  /// False if channels are fifo, and something arrives while what was sent before it is pending, and
  /// may not be lost.
  [[nodiscard]] bool in_order(const std::vector<Tick>& ticks) const;
  /// True if the execution under these faults violates the invariant.
  bool violates(const Elements& externals, const FaultSet& faults);

  /// What is sent and arrives at each tick, also at its sender where that may be late; with `arrivals`
  /// false only what is lost, which takes less.
  std::vector<Tick> ticks(const Elements& externals, const Executed& executed,
                          bool arrivals = true);
  /// What of it the violation rests on. It must violate.
  Schedule slice(const Elements& externals, const Executed& executed);

 private:
  struct Variant;
  Variant& variant(const Elements& externals);

  const dedalus::Program& program_;
  const Fspec& fspec_;
  const std::vector<std::uint32_t> externals_;
  const eval::EvalLimits limits_;
  const std::function<void()> count_;
  std::unique_ptr<Variant> variant_;
};

/// What arrives; of what a node sends itself only what is late, or comes twice.
[[nodiscard]] std::vector<Delivery> deliveries_of(const Fspec& fspec,
                                                  const std::vector<Tick>& ticks);
/// How many messages arrive at other nodes.
[[nodiscard]] std::uint64_t message_count(const std::vector<Tick>& ticks);

}  // namespace ldfi::minimise
