// One tick of up to 64 executions at once, each from a state: what they send, and how they end.
// Private to common/prove/count.
//
//   executions.run(tick, lanes);
//   for (l …) { executions.sent(l); or, at EOT, executions.outcome(l); }
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "common/base/meter.hpp"
#include "common/dedalus/ground/lanes.hpp"
#include "common/prove/count/bits.hpp"
#include "common/prove/count/fates.hpp"
#include "common/prove/count/links.hpp"
#include "common/prove/count/ticks.hpp"

namespace ldfi::count {

enum class Outcome : std::uint8_t { violating, vacuous, passing, failing, overtaking };

/// What is the same of all that is sent at a tick. A row of words is what a unit of a link adds to the next
/// state: what arrives in time, and for each k what arrives k ticks late. Those of one link stand behind its
/// sort, and how many they are.
struct SentForm {
  static constexpr std::size_t open = Links::sorts;
  static constexpr std::size_t link = 2;  ///< words before the rows of a link
  std::size_t head = 0;                   ///< words about nodes
  std::size_t state = 0;  ///< words of the next state without them; then words about open links
  std::size_t late = 0;   ///< the greatest k
  [[nodiscard]] std::size_t links() const { return head + state + open; }
  [[nodiscard]] std::size_t row() const { return state * (1 + late); }
};

class Executions {
 public:
  using Lanes = ground::Lanes;
  /// One state at the beginning of the tick, with one choice of who crashes.
  struct Lane {
    const Bits* state = nullptr;
    const Fates::Nodes* nodes = nullptr;  ///< at this tick
    const Fates::Nodes* next = nullptr;  ///< at the next one; null at EOT, and unless nodes go down
  };

  /// All must outlive it.
  Executions(const ground::Universe& universe, const Ticks& ticks, const Links& links,
             const Fates& fates, Meter& meter);

  /// Requires 1 ≤ tick ≤ EOT, links that are at the tick, and at most 64 lanes, whose states live as
  /// long as anybody asks.
  void run(int tick, std::span<const Lane> lanes);
  [[nodiscard]] SentForm form() const;
  /// Who has crashed, the state in which nothing arrives on which a fault may happen, how many links are
  /// open, by sort, and those that add something to it with their rows, all sorted. Executions that send the same are one from here on.
  /// Requires a tick before EOT.
  [[nodiscard]] Bits sent(std::size_t lane);
  /// Requires EOT.
  [[nodiscard]] Outcome outcome(std::size_t lane) const;

 private:
  /// What arrives in a lane on a link on which faults may happen.
  struct Arrival {
    Link link;
    NamedId relation = no_relation;
    int late = 0;
    std::uint32_t bit = 0;
  };

  void load();
  void load_fates();
  void evaluate();
  void evaluate_component(const ground::Component& component);
  void evaluate(FactId f);
  [[nodiscard]] Lanes within(FactId f) const;
  [[nodiscard]] Lanes lanes_where(const auto& holds) const;
  [[nodiscard]] Lanes quiet(NodeId node) const;
  [[nodiscard]] Lanes down(NodeId node) const;
  [[nodiscard]] Lanes down_next(NodeId node) const;
  [[nodiscard]] Lanes made(const FaultFact& fact) const;
  [[nodiscard]] Lanes lost(const Channel& channel) const;
  [[nodiscard]] Lanes crossing(const Crossing& way) const;
  void cross();
  void judge();
  [[nodiscard]] Bits on_link(const Arrival*& arrival, const Arrival* end, const Bits& base) const;
  [[nodiscard]] Bits row(const Arrival*& arrival, const Arrival* end, const Bits& base) const;

  const ground::Universe& u_;
  const Ticks& ticks_;
  const Links& links_;
  const Fates& fates_;
  Meter& meter_;
  const bool stop_;                                   ///< nodes go down
  std::vector<std::vector<FactId>> overtaken_facts_;  ///< by tick
  int tick_ = 0;
  std::span<const Lane> lanes_;
  std::vector<Lanes> word_;     ///< by fact
  std::vector<Lanes> arrived_;  ///< by fact, of this tick
  Lanes failed_ = 0;
  Lanes overtaken_ = 0;
  std::vector<Bits> base_;                      ///< by lane
  std::vector<std::vector<Arrival>> arrivals_;  ///< by lane
  Lanes violating_ = 0;
  Lanes promising_ = 0;
};

}  // namespace ldfi::count
