// Goes through the ticks of all executions at once, from the first tick to the last. At each tick,
// it has the different states of executions, and for each state the weight of the fault sets that
// lead to it. Private to common/prove/count.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "common/prove/count/count.hpp"
#include "common/prove/count/executions.hpp"

namespace ldfi::count {

/// For each outcome, the weight of the fault sets that lead to it. The weight is their number or
/// probability, for example.
template <class Of>
struct Outcomes {
  std::array<Of, 5> of;      ///< weights, indexed by Outcome
  std::uint64_t states = 0;  ///< largest number of states at one tick
  [[nodiscard]] const Of& operator[](Outcome outcome) const {
    return of[static_cast<std::size_t>(outcome)];
  }
};

/// Visits the possible states of each tick. `Weights` is a class that defines the weight of the
/// fault sets which lead to a state, see weights.hpp and limited.hpp.
template <class Weights>
class Pass {
 public:
  Pass(const ground::Universe& universe, const CountLimits& limits);
  Outcomes<typename Weights::Of> run();
  [[nodiscard]] const Weights& weights() const { return weights_; }

 private:
  using Of = typename Weights::Of;
  using States = std::unordered_map<Bits, Of, HashBits>;

  [[nodiscard]] bool goes_down() const { return u_.fspec().crash_model() == CrashModel::stop; }
  void begin();
  void step();
  void add_lanes(const Bits& state, const Of& ways);
  void add_lane(const Executions::Lane& lane, const Of& ways);
  void flush();
  void arrive(const Bits& sent, const Of& ways);
  States choose(const States& parts, std::size_t sort, std::span<const std::uint64_t> rows,
                const SentForm& form);
  States choose_unit(const States& parts, const Menu& menu, const std::uint64_t* row,
                     const SentForm& form);
  void add(States& states, Bits state, Of ways);
  const Of& unused(const Links::Unused& number);

  const ground::Universe& u_;
  const CountLimits limits_;
  Meter meter_;
  const Ticks ticks_;
  const Weights weights_;
  Fates fates_;
  Links links_;
  Executions executions_;
  int tick_ = 0;
  States now_;
  States next_;
  /// For each result of Executions::sent() at this tick, the weight of the fault sets that lead to
  /// it.
  States sent_;
  std::vector<Executions::Lane> lanes_;
  std::deque<Fates::Nodes> nodes_;  ///< crash states at this tick to which the lanes refer
  /// For each lane (execution in the present batch), the weight of its state.
  std::vector<const Of*> ways_;
  std::map<Links::Unused, Of> unused_;  ///< cache of the results of unused() at this tick
  Outcomes<Of> out_;
};

}  // namespace ldfi::count
