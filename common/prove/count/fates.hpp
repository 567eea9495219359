// When nodes crash, as far as a state has to know it. Rules may read that a node crashes later: then
// its fate is settled at the first tick at which anything reads it, and it crashes accordingly.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "common/base/meter.hpp"
#include "common/prove/count/bits.hpp"
#include "common/prove/count/ticks.hpp"

namespace ldfi::count {

/// Of one node. Its fate is a number of Fates: times of a crash that nothing can tell apart; 0 if
/// nothing reads it, or it never crashes. Under `stop`, crashes are outages, and its mode is that of one
/// tick; under other models it is always up.
struct Fate {
  enum Mode : std::uint8_t { up, muted, down };
  std::uint32_t number = 0;
  bool settled = true;
  bool crashed = false;  ///< its outage, or crash, for good has begun
  bool away = false;     ///< an outage that ends in a restart has begun, and has not ended
  bool back = false;     ///< it restarts at this tick
  Mode mode = up;
  std::uint32_t age = 0;  ///< for how many ticks it has been down, as far as it matters
  auto operator<=>(const Fate&) const = default;
  /// True if the node sends nothing at the tick.
  [[nodiscard]] bool quiet() const { return crashed || mode != up; }
};

/// Of all nodes.
struct NodeFates {
  std::vector<Fate> of;        ///< by node
  std::uint32_t restarts = 0;  ///< how many outages that end in a restart have begun
  auto operator<=>(const NodeFates&) const = default;
  [[nodiscard]] std::size_t size() const { return of.size(); }
  [[nodiscard]] Fate& operator[](std::size_t node) { return of[node]; }
  [[nodiscard]] const Fate& operator[](std::size_t node) const { return of[node]; }
  /// How many faults they are.
  [[nodiscard]] std::size_t faults() const;
};

class Fates {
 public:
  using Nodes = NodeFates;

  Fates(const ground::Universe& universe, const Ticks& ticks, std::uint64_t max_choices);

  /// Before the first tick.
  [[nodiscard]] Nodes start() const;
  /// All that may become of them at the tick, from the tick before it. Who crashes, and whose fate is
  /// settled, is settled before anything of the tick is read. Each is a step of the meter. Throws BudgetExceeded,
  /// "steps" if there are more than max_choices.
  [[nodiscard]] const std::vector<Nodes>& choices(const Nodes& nodes, int tick, Meter& meter);
  /// Without what no later tick asks.
  void forget(Nodes& nodes, int tick) const;
  /// The same, as the words at the head of a state, and back.
  [[nodiscard]] Bits as_bits(Nodes nodes, int tick) const;
  [[nodiscard]] Nodes as_nodes(const Bits& state) const;
  [[nodiscard]] std::size_t head() const { return of_.size() + 1; }
  /// The timeless facts that hold for a node of that fate.
  [[nodiscard]] const std::vector<FactId>& facts(std::size_t node, const Fate& fate) const {
    return of_[node].facts[fate.number];
  }

 private:
  struct Of {
    std::map<int, std::uint32_t> at;         ///< by tick of the crash: the fate, if it is not 0
    std::vector<int> last;                   ///< by fate: the last tick of a crash
    std::vector<std::vector<FactId>> facts;  ///< by fate
    Ticks::Reads reads{};
  };
  /// By tick of a crash: what that makes hold, and something reads.
  using Made = std::map<int, std::vector<FactId>>;
  [[nodiscard]] std::vector<Made> facts_made(const ground::Universe& universe,
                                             const Ticks& ticks) const;
  [[nodiscard]] bool affords(const Nodes& nodes) const;
  /// True if a node that has been down for so many ticks before this one may restart at this one.
  [[nodiscard]] bool restarts_at(std::uint32_t age, int tick) const;
  /// How long a node has been down matters up to here.
  [[nodiscard]] std::uint32_t oldest() const;
  void choose(Nodes& nodes, std::size_t from, int tick, Meter& meter,
              std::vector<Nodes>& out) const;
  /// What may become of one node by the end of the tick.
  [[nodiscard]] std::vector<Fate> options(std::size_t node, const Fate& before, int tick) const;
  [[nodiscard]] std::vector<Fate> outages(std::size_t node, const Fate& before, int tick) const;
  /// Without a crash at this tick.
  [[nodiscard]] std::vector<Fate> uncrashed(std::size_t node, const Fate& before, int tick) const;
  /// With one; nothing if its fate is another one, or it may not crash.
  [[nodiscard]] std::optional<Fate> crashed(std::size_t node, const Fate& before, int tick) const;
  /// True if a node that has been down for so many ticks before this one may restart at some tick from
  /// this one on.
  [[nodiscard]] bool may_restart(std::uint32_t age, int tick) const;
  /// How many have crashed, or will.
  [[nodiscard]] static int crashing(const Nodes& nodes);

  Fspec fspec_;
  std::uint64_t max_choices_;
  std::vector<Of> of_;
  std::map<Nodes, std::vector<Nodes>> known_;  ///< choices at known_at_
  int known_at_ = 0;
};

}  // namespace ldfi::count
