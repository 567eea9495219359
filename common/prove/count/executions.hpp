// Executes one tick of up to 64 executions at once, each from a given state. Computes the facts that the
// executions send and, at EOT, the outcomes. Private to common/prove/count.
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

/// The layout of the words that Executions::sent() returns at a tick: the head, the next state, the numbers
/// of open links by sort, and then the links. A link has its sort, its number of rows, and the rows. A row
/// has the bits that one unit of the link adds to the next state: `state` words for messages in time, and
/// `state` words for messages that are k ticks late, for each k.
struct SentForm {
  static constexpr std::size_t open = Links::sorts;  ///< words about open links, after the state
  static constexpr std::size_t link = 2;             ///< words before the rows of a link
  std::size_t head = 0;                              ///< words about nodes
  std::size_t state = 0;                             ///< words of the next state without the head
  std::size_t late = 0;                              ///< the largest k
  [[nodiscard]] std::size_t links() const { return head + state + open; }
  [[nodiscard]] std::size_t row() const { return state * (1 + late); }
};

class Executions {
 public:
  using Lanes = ground::Lanes;
  /// One state at the beginning of the tick, with one choice of the nodes that crash.
  struct Lane {
    const Bits* state = nullptr;
    const Fates::Nodes* nodes = nullptr;  ///< fates at this tick
    /// Fates at the next tick. Null at EOT, and under crash models other than `stop`.
    const Fates::Nodes* next = nullptr;
  };

  /// All arguments must outlive the object.
  Executions(const ground::Universe& universe, const Ticks& ticks, const Links& links,
             const Fates& fates, Meter& meter);

  /// Executes the tick in all lanes. Requires 1 ≤ tick ≤ EOT, links whose go_to() was called with the tick,
  /// and at most 64 lanes. The lanes must outlive the calls of sent() and outcome().
  void run(int tick, std::span<const Lane> lanes);
  [[nodiscard]] SentForm form() const;
  /// Returns the words that SentForm describes. The state has no arrivals on open links, and only links and
  /// units that add bits to the state are listed, sorted. Executions with equal words are merged from here
  /// on. Requires a tick before EOT.
  [[nodiscard]] Bits sent(std::size_t lane);
  /// Returns how the execution ends. Requires that run() was called with EOT.
  [[nodiscard]] Outcome outcome(std::size_t lane) const;

 private:
  /// A bit of the next state that arrives in a lane on an open link.
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
  const bool stop_;                                   ///< the crash model is `stop`
  std::vector<std::vector<FactId>> overtaken_facts_;  ///< by tick
  int tick_ = 0;
  std::span<const Lane> lanes_;
  std::vector<Lanes> word_;     ///< by fact: lanes in which the fact holds
  std::vector<Lanes> arrived_;  ///< by fact of this tick: lanes in which it arrives
  Lanes failed_ = 0;
  Lanes overtaken_ = 0;
  std::vector<Bits> base_;                      ///< by lane
  std::vector<std::vector<Arrival>> arrivals_;  ///< by lane
  Lanes violating_ = 0;
  Lanes promising_ = 0;
};

}  // namespace ldfi::count
