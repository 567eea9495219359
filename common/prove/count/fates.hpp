// The crashes and outages of nodes, in a form that is part of an execution's state. Rules may read
// that a node crashes later. So the choice of a crash is made at the first tick at which a rule
// reads it, and the node crashes later accordingly.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "common/base/meter.hpp"
#include "common/prove/count/bits.hpp"
#include "common/prove/count/ticks.hpp"

namespace ldfi::count {

/// The crash state of one node. Under the crash model `stop`, crashes are outages, and `mode` says
/// whether the node is up, down or mute at one tick. Under other models, `mode` is always `up`.
struct Fate {
  enum Mode : std::uint8_t { up, muted, down };
  /// Number of a class of crash times that no rule can distinguish. 0 if the node never crashes, or
  /// if no rule reads its crash.
  std::uint32_t number = 0;
  bool settled = true;   ///< true if `number` is final
  bool crashed = false;  ///< true if the node has crashed for good
  bool away = false;     ///< true if an outage with a restart has begun and has not ended
  bool back = false;     ///< true if the node restarts at this tick
  Mode mode = up;
  /// Number of ticks for which the node has been down. Larger numbers that make no difference are
  /// stored as one number.
  std::uint32_t age = 0;
  auto operator<=>(const Fate&) const = default;
  /// Returns true if the node sends nothing at the tick.
  [[nodiscard]] bool quiet() const { return crashed || mode != up; }
};

/// The crash states of all nodes.
struct NodeFates {
  std::vector<Fate> of;        ///< the crash state of each node
  std::uint32_t restarts = 0;  ///< number of outages with a restart that have begun
  auto operator<=>(const NodeFates&) const = default;
  [[nodiscard]] std::size_t size() const { return of.size(); }
  [[nodiscard]] Fate& operator[](std::size_t node) { return of[node]; }
  [[nodiscard]] const Fate& operator[](std::size_t node) const { return of[node]; }
  /// Returns the number of crashes and outages that have begun.
  [[nodiscard]] std::size_t faults() const;
};

class Fates {
 public:
  using Nodes = NodeFates;

  Fates(const ground::Universe& universe, const Ticks& ticks, std::uint64_t max_choices);

  /// Returns the crash states before the first tick.
  [[nodiscard]] Nodes start() const;
  /// Returns all crash states at `tick` that can follow the states `nodes` of the previous tick.
  /// Choices that rules read are made before the rules read them. Each choice is a step of the
  /// meter. Throws BudgetExceeded("steps") if there are more than max_choices.
  [[nodiscard]] const std::vector<Nodes>& choices(const Nodes& nodes, int tick, Meter& meter);
  /// Removes the data that no tick after `tick` needs, so that states with the same future become
  /// equal.
  void forget(Nodes& nodes, int tick) const;
  /// Returns the crash states as the words at the head of a state. Calls forget() first.
  [[nodiscard]] Bits as_bits(Nodes nodes, int tick) const;
  /// Returns the crash states that the words at the head of a state encode.
  [[nodiscard]] Nodes as_nodes(const Bits& state) const;
  [[nodiscard]] std::size_t head() const { return of_.size() + 1; }
  /// Returns the facts without a tick that hold if the node has this crash state.
  [[nodiscard]] const std::vector<FactId>& facts(std::size_t node, const Fate& fate) const {
    return of_[node].facts[fate.number];
  }

 private:
  struct Of {
    /// For each possible tick of a crash, the number of its class. Ticks of class 0 have no entry.
    std::map<int, std::uint32_t> at;
    std::vector<int> last;  ///< for each class, the last tick at which a node of this class crashes
    std::vector<std::vector<FactId>> facts;  ///< for each class, the facts without a tick that hold
    Ticks::Reads reads{};
  };
  /// For each possible tick of a crash, the facts without a tick that this crash makes true and
  /// that rules read.
  using Made = std::map<int, std::vector<FactId>>;
  [[nodiscard]] std::vector<Made> facts_made(const ground::Universe& universe,
                                             const Ticks& ticks) const;
  [[nodiscard]] bool affords(const Nodes& nodes) const;
  /// Returns true if a node that was down for the `age` ticks before `tick` may restart at `tick`.
  [[nodiscard]] bool restarts_at(std::uint32_t age, int tick) const;
  /// Returns the largest `age` that matters, because longer outages have the same possible futures.
  [[nodiscard]] std::uint32_t oldest() const;
  void choose(Nodes& nodes, std::size_t from, int tick, Meter& meter,
              std::vector<Nodes>& out) const;
  /// Returns all crash states that one node can have at the tick.
  [[nodiscard]] std::vector<Fate> options(std::size_t node, const Fate& before, int tick) const;
  [[nodiscard]] std::vector<Fate> outages(std::size_t node, const Fate& before, int tick) const;
  /// Returns the crash states of the node if it does not crash at this tick.
  [[nodiscard]] std::vector<Fate> uncrashed(std::size_t node, const Fate& before, int tick) const;
  /// Returns the crash state of the node if it crashes at this tick. Returns nullopt if the node
  /// may not crash at this tick, or if an earlier choice excludes this crash.
  [[nodiscard]] std::optional<Fate> crashed(std::size_t node, const Fate& before, int tick) const;
  /// Returns true if a node that was down for the `age` ticks before `tick` may restart at `tick`
  /// or later.
  [[nodiscard]] bool may_restart(std::uint32_t age, int tick) const;
  /// Returns how many nodes have crashed or were chosen to crash.
  [[nodiscard]] static int crashing(const Nodes& nodes);

  Fspec fspec_;
  std::uint64_t max_choices_;
  std::vector<Of> of_;
  std::map<Nodes, std::vector<Nodes>> known_;  ///< results of choices() at the tick known_at_
  int known_at_ = 0;
};

}  // namespace ldfi::count
