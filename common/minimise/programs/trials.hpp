// Executes a program with some of its external facts on the plain evaluator, which does not depend
// on grounding. Every minimisation relies on these executions.
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

/// An execution and its judgement.
struct Executed {
  FaultSet faults;
  std::shared_ptr<const eval::Model> model;
  eval::Judgement judgement;
};

class Trials {
 public:
  /// `externals` are indices into the program's facts. `program` and `fspec` must outlive this
  /// object. `count` is called before each execution, and may throw.
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
  /// Returns the program with only these external facts. The result is valid until other external
  /// facts are requested.
  const dedalus::Program& with(const Elements& externals);

  /// Returns the facts that with() removes from the program, as indices into the program's facts.
  [[nodiscard]] std::vector<std::uint32_t> facts_without(const Elements& externals) const {
    return minimise::facts_without(program_, externals_, externals);
  }

  /// Executes the program with these external facts under `faults`. Returns nullopt if this
  /// execution or the failure-free run ends in an arithmetic error.
  std::optional<Executed> run(const Elements& externals, const FaultSet& faults);
  /// Returns true if the Fspec admits the schedule, its execution violates the invariant, and no
  /// message overtakes another one on a fifo channel.
  bool violates(const Schedule& schedule);
  /// Returns false if channels are fifo and a message arrives before an earlier pending message
  /// that may not be lost.
  [[nodiscard]] bool in_order(const std::vector<Tick>& ticks) const;
  /// Returns true if the execution of these external facts under `faults` violates the invariant.
  bool violates(const Elements& externals, const FaultSet& faults);

  /// Returns which messages are sent and arrive at each tick. Messages of a node to itself are
  /// included only if they may be late. With `arrivals` false, returns only lost messages, which is
  /// faster.
  std::vector<Tick> ticks(const Elements& externals, const Executed& executed,
                          bool arrivals = true);
  /// Returns the part of the execution's schedule on which the violation depends. Requires that the
  /// execution violates the invariant.
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

/// Returns the deliveries of an execution. Messages of a node to itself are included only if they
/// are late or arrive twice.
[[nodiscard]] std::vector<Delivery> deliveries_of(const Fspec& fspec,
                                                  const std::vector<Tick>& ticks);
/// Returns the number of messages that arrive at other nodes.
[[nodiscard]] std::uint64_t message_count(const std::vector<Tick>& ticks);

}  // namespace ldfi::minimise
