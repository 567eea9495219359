// Divides a grounded program (universe) into ticks. Each tick passes a state, which is a row of
// bits, to the next tick. The state has a fact only if a later tick reads it, so that executions
// with the same future have equal states.
//
//   const Ticks ticks(universe);
//   for (int t = 1; t <= eot; ++t) for (FactId f : ticks.at(t).facts) …
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "common/dedalus/ground/universe.hpp"

namespace ldfi::count {

/// The meaning of one bit of the state at the beginning of a tick.
struct Bit {
  FactId fact;
  /// True if the bit says that the fact held at an earlier tick. False if it says that a message or
  /// kept tuple makes the fact hold at this tick.
  bool kept = false;
};

/// The bits of every state that are not about a fact. `failed_bit` says that an arithmetic error
/// ended the execution. `overtaken_bit` says that a message overtook another one on a fifo channel.
inline constexpr std::uint32_t failed_bit = 0;
inline constexpr std::uint32_t overtaken_bit = 1;
inline constexpr std::uint32_t first_fact_bit = 2;

/// Sender and receiver of messages at one tick. They may be the same node if its messages to itself
/// may be late.
struct Link {
  NodeId from;
  NodeId to;
  auto operator<=>(const Link&) const = default;
};

/// A rule instance whose head sets a bit of the next state.
struct Crossing {
  std::uint32_t bit = failed_bit;
  InstanceId instance;
  ground::ChannelId channel = ground::no_channel;
  /// Sender and receiver of the message; nullopt if a node keeps the fact.
  std::optional<Link> link{};
  /// Relation that the messages have if relations are delayed separately; otherwise no_relation.
  NamedId relation = no_relation;
  int late = 0;  ///< number of ticks by which the message must be late for the instance to fire
};

struct Tick {
  std::vector<FactId> facts;  ///< facts of the tick that are not certain, premises before heads
  std::vector<Bit> bits;      ///< bits of the state at the beginning of the tick
  std::vector<Crossing>
      ways;  ///< instances that set bits of the next state, sorted by link and relation
};

class Ticks {
 public:
  /// Requires that not_countable() returns null for the Fspec, that is, all its kinds of faults can
  /// be counted. The universe must outlive this object.
  explicit Ticks(const ground::Universe& universe);

  /// Returns the data of a tick. Requires 1 ≤ tick ≤ EOT + 1. The tick EOT + 1 has only bits.
  [[nodiscard]] const Tick& at(int tick) const { return ticks_[static_cast<std::size_t>(tick)]; }
  /// Returns true if the instance's head holds at the same tick as its premises.
  [[nodiscard]] bool within(InstanceId i) const { return within_[i.index()]; }
  /// Returns true if the fact has no tick. Such facts say when nodes crash, and hold at all ticks.
  [[nodiscard]] bool timeless(FactId f) const {
    return u_.info(f).at.tick() == 0 && u_.info(f).kind != ground::FactKind::error;
  }
  /// The first and the last tick at which a rule instance reads a fact. If no instance reads the
  /// fact, `first` is EOT + 1 and `last` is 0.
  struct Reads {
    int first = 0;
    int last = 0;
  };
  /// Returns the number of possible omissions: pairs of a tick and a link whose messages may be
  /// lost.
  [[nodiscard]] std::size_t omissible() const;
  [[nodiscard]] Reads reads(FactId f) const { return reads_[f.index()]; }

 private:
  void place(InstanceId i);
  [[nodiscard]] Crossing crossing(InstanceId i, std::uint32_t bit) const;
  [[nodiscard]] bool omissible(const Crossing& way, int tick) const;
  void read(FactId f, int at);
  void keep_read_facts();

  const ground::Universe& u_;
  std::vector<Tick> ticks_;
  /// For each instance, true if its head holds at the same tick as its premises.
  std::vector<bool> within_;
  std::vector<Reads> reads_;  ///< for each fact, the ticks at which instances read it
  std::vector<std::uint32_t>
      arriving_;  ///< for each fact, the number of the bit that makes it hold; 0 if there is none
};

}  // namespace ldfi::count
