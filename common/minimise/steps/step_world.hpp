// The world in which recordings are followed (steps.hpp), as states: what each node holds after a
// step, and what is sent and has not arrived. A step concerns one node alone, so what it does is
// known once for each state of that node, and only what a node holds is looked at, never a whole
// execution.
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

/// The orders of steps of this program cannot be explored; what() says why.
struct NotExplored : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class StepWorld {
 public:
  using Holds = std::uint32_t;  ///< the number of what a node holds; no two nodes share one
  using Item = std::uint32_t;   ///< the number of what a node can receive
  struct Does {
    Holds holds = 0;         ///< then
    std::vector<Item> says;  ///< to others and, of what it puts behind, to itself; ascending
  };

  /// Of `steps` it takes which external events there are, and their mirror images, and what nodes put
  /// behind. Requires what StepFollower requires. Throws NotExplored.
  StepWorld(const dedalus::Program& program, const Fspec& fspec, const std::vector<Step>& steps,
            eval::EvalLimits limits);

  [[nodiscard]] std::size_t nodes() const { return symbols_.size(); }
  /// What each node holds at the beginning.
  [[nodiscard]] const std::vector<Holds>& start() const { return start_; }
  /// What may come from outside at any time, ascending.
  [[nodiscard]] const std::vector<Item>& externals() const { return externals_; }
  [[nodiscard]] std::uint32_t receiver(Item item) const { return items_[item].to; }
  /// The step that receives it, without a time.
  [[nodiscard]] Step step_of(Item item) const;

  /// What the node does that holds this. The answer is valid until the next one. Throws NotExplored.
  const Does& receive(Holds holds, Item item);
  /// Whether it is violated in the end if this is what the nodes hold.
  [[nodiscard]] bool violated(std::span<const Holds> holds);
  /// After how many steps it may be violated at the soonest, if this is what the nodes hold.
  [[nodiscard]] std::uint64_t steps_to_go(std::span<const Holds> holds);

  /// Ways to rename interchangeable nodes, by node; the first one changes nothing.
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
  Does evaluate(Holds holds, std::optional<Item> item);
  void load(Holds holds);
  void require_rest(Holds holds);
  [[nodiscard]] std::uint32_t seen(Holds holds);
  [[nodiscard]] std::uint32_t asks(Holds holds);

  const dedalus::Program& program_;
  const Fspec& fspec_;
  const Fspec two_ticks_;
  eval::Stepper stepper_;
  std::vector<dedalus::Value> symbols_;  ///< by node
  std::map<dedalus::Value, std::uint32_t> by_symbol_;
  std::map<RelationId, RelationId> behind_;  ///< what is put behind when this holds
  std::map<RelationId, RelationId> before_;  ///< the other way around
  std::vector<bool> judged_;                 ///< by relation: whether the verdict reads it
  std::vector<std::vector<std::uint32_t>> renamings_;

  std::vector<std::pair<RelationId, std::vector<dedalus::Value>>> facts_;
  std::map<std::pair<RelationId, std::vector<dedalus::Value>>, Fact> fact_numbers_;
  std::vector<std::pair<std::uint32_t, std::vector<Fact>>> holds_;
  std::map<std::pair<std::uint32_t, std::vector<Fact>>, Holds> holds_numbers_;
  std::vector<bool> rests_;  ///< by what is held: known to do nothing by itself
  std::vector<What> items_;
  std::map<What, Item> item_numbers_;
  std::vector<std::vector<std::uint32_t>> renamed_holds_;  ///< by renaming; unknown: ~0
  std::vector<std::vector<std::uint32_t>> renamed_items_;
  std::unordered_map<std::uint64_t, Does> does_;
  std::map<std::vector<Fact>, std::uint32_t> seen_numbers_;
  std::vector<std::uint32_t> seen_;  ///< by what is held; unknown: ~0
  std::map<std::vector<std::uint32_t>, bool> verdicts_;

  std::optional<StepsToGo> to_go_;
  std::vector<std::uint32_t> asks_;  ///< by what is held; unknown: ~0

  std::vector<Holds> start_;
  std::vector<Item> externals_;
  std::vector<eval::Stepper::Row> rows_;  ///< of the next evaluation
};

}  // namespace ldfi::minimise
