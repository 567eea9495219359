// Explores the orders of steps of a recording (steps.hpp) as states. A state consists of the facts
// that each node holds after a step, and of the messages that were sent and have not arrived. A
// step concerns only one node. So its effects are computed once for each state of this node,
// without whole executions.
//
//   StepWorld world(program, fspec, steps, limits);
//   const auto& does = world.receive(world.start()[0], world.externals()[0]);
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/dedalus/eval/stepper.hpp"
#include "common/minimise/steps/steps.hpp"
#include "common/minimise/steps/steps_to_go.hpp"

namespace ldfi::minimise {

/// Thrown if the orders of steps of this program cannot be explored; what() says why.
struct NotExplored : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class StepWorld {
 public:
  /// Number of a set of facts that a node holds. Sets of different nodes have different numbers.
  using Holds = std::uint32_t;
  using Item = std::uint32_t;  ///< number of a message or external event that a node can receive
  struct StepEffect {
    Holds holds = 0;  ///< facts that the node holds after the step
    /// Messages that the node sends at the step, to others and to itself; ascending.
    std::vector<Item> says;
  };

  /// Reads from `steps` the external events, and the messages that nodes defer or send to
  /// themselves. Adds the events that follow by renaming interchangeable nodes. Has the same
  /// requirements as StepFollower. Throws NotExplored if the program does not allow such a search.
  StepWorld(const dedalus::Program& program, const Fspec& fspec, const std::vector<Step>& steps,
            eval::EvalLimits limits);

  [[nodiscard]] std::size_t nodes() const { return symbols_.size(); }
  /// Returns for each node the facts that it holds at the beginning.
  [[nodiscard]] const std::vector<Holds>& start() const { return start_; }
  /// Returns the external events, which may arrive at any time, ascending.
  [[nodiscard]] const std::vector<Item>& externals() const { return externals_; }
  [[nodiscard]] std::uint32_t receiver(Item item) const { return items_[item].to; }
  /// Returns the step that the item (a message or an external event) causes when it arrives,
  /// without a time.
  [[nodiscard]] Step step_of(Item item) const;

  /// Returns the effects on a node that holds these facts and receives the item. The reference is
  /// valid until the next call. Throws NotExplored if the effects cannot be computed.
  const StepEffect& receive(Holds holds, Item item);
  /// Returns true if the invariant is violated when the nodes hold these facts at the end.
  [[nodiscard]] bool violated(std::span<const Holds> holds);
  /// Returns a lower bound for the number of steps to a violation from a state in which the nodes
  /// hold these facts.
  [[nodiscard]] std::uint64_t steps_to_go(std::span<const Holds> holds);

  /// Returns the ways to rename interchangeable nodes. A renaming has the new node for each node.
  /// The first one changes nothing.
  [[nodiscard]] const std::vector<std::vector<std::uint32_t>>& renamings() const {
    return renamings_;
  }
  [[nodiscard]] Holds renamed_holds(std::size_t renaming, Holds holds);
  [[nodiscard]] Item renamed_item(std::size_t renaming, Item item);

 private:
  using Fact = std::uint32_t;
  enum class Kind : std::uint8_t { external, message, behind };
  struct What {
    Kind kind = Kind::external;
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    Fact fact = 0;
    auto operator<=>(const What&) const = default;
  };

  void check(const std::vector<Step>& steps);
  void find_renamings();
  void find_start();
  void find_externals(const std::vector<Step>& steps);
  [[nodiscard]] std::optional<std::uint32_t> node_of(RelationId relation,
                                                     const dedalus::Value* tuple) const;
  Fact number(RelationId relation, const dedalus::Value* tuple);
  Holds number(std::uint32_t node, std::vector<Fact> facts);
  Item number(const What& what);
  Fact renamed_fact(std::size_t renaming, Fact fact);
  StepEffect evaluate(Holds holds, std::optional<Item> item);
  void load(Holds holds);
  void require_idle_node(Holds holds);
  [[nodiscard]] std::uint32_t seen(Holds holds);
  [[nodiscard]] std::uint32_t bound_number(Holds holds);

  const dedalus::Program& program_;
  const Fspec& fspec_;
  const Fspec two_ticks_;
  eval::Stepper stepper_;
  std::vector<dedalus::Value> symbols_;  ///< for each node, the symbol that names it in facts
  std::map<dedalus::Value, std::uint32_t> by_symbol_;
  /// For a message that its receiver may defer: maps the relation that holds while the message is
  /// deferred to the relation that is given when the receiver takes up the message
  /// (docs/reference/schedule-format.md).
  std::map<RelationId, RelationId> behind_;
  std::map<RelationId, RelationId> before_;  ///< the inverse of behind_
  std::vector<bool> judged_;  ///< for each relation, true if the verdict depends on it
  std::vector<std::vector<std::uint32_t>> renamings_;

  std::vector<std::pair<RelationId, std::vector<dedalus::Value>>> facts_;
  std::map<std::pair<RelationId, std::vector<dedalus::Value>>, Fact> fact_numbers_;
  std::vector<std::pair<std::uint32_t, std::vector<Fact>>> holds_;
  std::map<std::pair<std::uint32_t, std::vector<Fact>>, Holds> holds_numbers_;
  /// For each set of facts (Holds), true if a node with these facts is known to change nothing
  /// without a message.
  std::vector<bool> rests_;
  std::vector<What> items_;
  std::map<What, Item> item_numbers_;
  /// Results of renamed_holds(), by renaming and Holds; ~0 if not computed yet.
  std::vector<std::vector<std::uint32_t>> renamed_holds_;
  std::vector<std::vector<std::uint32_t>> renamed_items_;
  std::unordered_map<std::uint64_t, StepEffect> effects_;
  std::map<std::vector<Fact>, std::uint32_t> seen_numbers_;
  /// Results of seen(), by Holds; ~0 if not computed yet.
  std::vector<std::uint32_t> seen_;
  std::map<std::vector<std::uint32_t>, bool> verdicts_;

  std::optional<StepsToGo> to_go_;
  /// Results of bound_number(), by Holds; ~0 if not computed yet.
  std::vector<std::uint32_t> bound_numbers_;

  std::vector<Holds> start_;
  std::vector<Item> externals_;
  std::vector<eval::Stepper::Row> rows_;  ///< the facts that are given at the next evaluation
};

}  // namespace ldfi::minimise
