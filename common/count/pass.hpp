// One forward pass; see count.hpp. Private to common/count.
#pragma once

#include <unordered_map>
#include <vector>

#include "common/count/count.hpp"
#include "common/count/fates.hpp"
#include "common/count/ticks.hpp"
#include "common/count/weights.hpp"
#include "common/dedalus/ground/lanes.hpp"

namespace ldfi::count {

using Bits = std::vector<std::uint64_t>;

struct HashBits {
  std::size_t operator()(const Bits& bits) const noexcept;
};

/// What leads to executions that end so.
template <class Of>
struct Outcomes {
  Of violating;
  Of vacuous;
  Of passing;
  Of failing;
  std::uint64_t states = 0;  ///< the most at one tick
};

/// Weights say what a state carries of the fault sets that lead to it: weights.hpp.
template <class Weights>
class Pass {
 public:
  Pass(const ground::Universe& universe, const CountLimits& limits);
  Outcomes<typename Weights::Of> run();
  [[nodiscard]] const Weights& weights() const { return weights_; }

 private:
  using Lanes = ground::Lanes;
  using Of = typename Weights::Of;
  using States = std::unordered_map<Bits, Of, HashBits>;

  /// One state at this tick, with one choice of who crashes.
  struct Lane {
    const Bits* state = nullptr;
    const Of* ways = nullptr;
    const Fates::Nodes* nodes = nullptr;
  };
  /// What arrives in a lane: a bit, through a channel that an omission may lose, or any other.
  struct Arrival {
    ground::ChannelId channel;
    std::uint32_t bit = 0;
  };

  void step();
  void flush();
  void load();
  void load_fates();
  void evaluate();
  void evaluate_component(const ground::Component& component);
  void evaluate(FactId f);
  [[nodiscard]] Lanes within(FactId f) const;
  [[nodiscard]] Lanes lost(ground::ChannelId channel) const;
  void cross();
  void send(const Lane& lane, Bits base, std::vector<Arrival> arrivals);
  void arrive(const Bits& sent, const Of& ways);
  void add(States& states, Bits state, Of ways);
  void judge();
  [[nodiscard]] unsigned omissions(const Fates::Nodes& nodes) const;
  [[nodiscard]] Bits as_bits(Fates::Nodes nodes) const;
  [[nodiscard]] Fates::Nodes as_nodes(const Bits& state) const;

  const ground::Universe& u_;
  const CountLimits limits_;
  Meter meter_;
  const Ticks ticks_;
  const Weights weights_;
  Fates fates_;
  const std::size_t head_;           ///< words of a state that are about nodes
  std::vector<unsigned> omissible_;  ///< by sender: to how many
  int tick_ = 0;
  States now_;
  States next_;
  /// By what is sent at this tick: who has crashed, the state in which nothing arrives that may be
  /// omitted, and what each channel adds to it, sorted.
  States sent_;
  std::vector<Lane> lanes_;
  std::vector<Lanes> word_;     ///< by fact
  std::vector<Lanes> arrived_;  ///< by fact, of this tick
  Lanes failed_ = 0;
  Outcomes<Of> out_;
};

}  // namespace ldfi::count
