// Executes one tick of up to 64 executions at once, each from a given state. An execution is called
// a lane: it has one bit in each machine word. Computes the facts that are passed to the next tick
// or, at the last tick, the outcomes. Private to common/prove/count.
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

/// The layout of the words that Executions::sent() returns. They are words about nodes (the head),
/// the next state, the numbers of links on which faults are possible, and the links. A link has its
/// sort, its number of rows, and the rows. A row has the bits that messages with a common delay add
/// to the next state: `state` words for messages in time, and `state` words for messages that are k
/// ticks late, for each k.
struct SentForm {
  /// Number of words that count the links on which faults are possible. They follow the state.
  static constexpr std::size_t open = Links::sorts;
  static constexpr std::size_t link = 2;  ///< number of words of a link before its rows
  std::size_t head = 0;                   ///< number of words about nodes
  std::size_t state = 0;                  ///< number of words of the next state, without the head
  std::size_t late = 0;  ///< largest number of ticks by which a message may be late
  [[nodiscard]] std::size_t links() const { return head + state + open; }
  [[nodiscard]] std::size_t row() const { return state * (1 + late); }
};

class Executions {
 public:
  using Lanes = ground::Lanes;
  /// One of the executions that run at once: a state at the beginning of the tick, and a choice of
  /// the nodes that crash.
  struct Lane {
    const Bits* state = nullptr;
    const Fates::Nodes* nodes = nullptr;  ///< the crash states of the nodes at this tick
    /// The crash states of the nodes at the next tick. Null at EOT, and under crash models other
    /// than `stop`.
    const Fates::Nodes* next = nullptr;
  };

  /// All arguments must outlive this object.
  Executions(const ground::Universe& universe, const Ticks& ticks, const Links& links,
             const Fates& fates, Meter& meter);

  /// Executes the tick in all lanes. Requires 1 ≤ tick ≤ EOT, that `links` was prepared for this
  /// tick with go_to(), and at most 64 lanes. The lanes must outlive the calls of sent() and
  /// outcome().
  void run(int tick, std::span<const Lane> lanes);
  [[nodiscard]] SentForm form() const;
  /// Returns the words that SentForm describes. Messages on links on which faults are possible are
  /// not in the state, but in the rows of their links. Links and rows without effect on the state
  /// are left out; the others are sorted. Executions with equal words can be merged. Requires a
  /// tick before EOT.
  [[nodiscard]] Bits sent(std::size_t lane);
  /// Returns the outcome of the execution in a lane. Requires that run() was called with the last
  /// tick, EOT.
  [[nodiscard]] Outcome outcome(std::size_t lane) const;

 private:
  /// A bit of the next state that is set by a message on a link on which faults are possible.
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
  const bool stop_;  ///< true if the crash model is `stop`
  /// For each tick, the facts which say that a message is overtaken on a fifo channel.
  std::vector<std::vector<FactId>> overtaken_facts_;
  int tick_ = 0;
  std::span<const Lane> lanes_;
  std::vector<Lanes> word_;     ///< for each fact, the lanes in which the fact holds
  std::vector<Lanes> arrived_;  ///< for each fact of this tick, the lanes in which the fact arrives
  Lanes failed_ = 0;
  Lanes overtaken_ = 0;
  std::vector<Bits> base_;  ///< for each lane, the words that no fault on a link can change
  /// For each lane, the messages on links on which faults are possible.
  std::vector<std::vector<Arrival>> arrivals_;
  Lanes violating_ = 0;
  Lanes promising_ = 0;
};

}  // namespace ldfi::count
