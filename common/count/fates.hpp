// When nodes crash, as far as a state has to know it. Rules may read that a node crashes later: then
// its fate is settled at the first tick at which anything reads it, and it crashes accordingly.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "common/base/meter.hpp"
#include "common/count/ticks.hpp"

namespace ldfi::count {

/// Of one node. Its fate is a number of Fates: times of a crash that nothing can tell apart; 0 if
/// nothing reads it, or it never crashes.
struct Fate {
  std::uint32_t number = 0;
  bool settled = true;
  bool crashed = false;
  auto operator<=>(const Fate&) const = default;
};

class Fates {
 public:
  using Nodes = std::vector<Fate>;  ///< by node

  Fates(const ground::Universe& universe, const Ticks& ticks, std::uint64_t max_choices);

  /// Before the first tick.
  [[nodiscard]] Nodes start() const;
  /// All that may become of them by the end of the tick. Who crashes, and whose fate is settled, is
  /// settled before anything of the tick is read. Each is a step of the meter. Throws BudgetExceeded,
  /// "steps" if there are more than max_choices.
  [[nodiscard]] const std::vector<Nodes>& choices(const Nodes& nodes, int tick, Meter& meter);
  /// Without what no later tick asks.
  void forget(Nodes& nodes, int tick) const;
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
  void choose(Nodes& nodes, std::size_t from, int tick, Meter& meter,
              std::vector<Nodes>& out) const;
  /// How many have crashed, or will.
  [[nodiscard]] static int crashing(const Nodes& nodes);

  Fspec fspec_;
  std::uint64_t max_choices_;
  std::vector<Of> of_;
  std::map<Nodes, std::vector<Nodes>> known_;  ///< choices at known_at_
  int known_at_ = 0;
};

}  // namespace ldfi::count
