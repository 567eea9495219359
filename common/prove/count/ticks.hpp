// Cuts the cone of a universe into ticks. The data that one tick passes to the next is a state, a row of
// bits. A state contains a fact only if a later tick reads it, so that equivalent states are equal.
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

/// The meaning of a bit of the state at the beginning of a tick.
struct Bit {
  FactId fact;
  /// True if the bit says that the fact held at an earlier tick. False if the bit says that an arrival at
  /// this tick makes the fact hold.
  bool kept = false;
};

/// Bits of every state that are not about a fact. `failed_bit` says that an arithmetic error ended the
/// execution. `overtaken_bit` says that a message overtook another one although channels are fifo.
inline constexpr std::uint32_t failed_bit = 0;
inline constexpr std::uint32_t overtaken_bit = 1;
inline constexpr std::uint32_t first_fact_bit = 2;

/// The sender and the recipient of messages at one tick. They are the same node for messages to itself that
/// may be late.
struct Link {
  NodeId from;
  NodeId to;
  auto operator<=>(const Link&) const = default;
};

/// An instance that sets a bit in the state of the next tick.
struct Crossing {
  std::uint32_t bit = failed_bit;
  InstanceId instance;
  ground::ChannelId channel = ground::no_channel;
  std::optional<Link> link{};      ///< link of the message; nullopt if a node keeps the fact
  NamedId relation = no_relation;  ///< relation of the link's unit, see links.hpp
  int late = 0;                    ///< the instance fires only if the unit has this delay in ticks
};

struct Tick {
  std::vector<FactId> facts;  ///< uncertain facts of the tick, premises before heads
  std::vector<Bit> bits;      ///< bits of the state at the beginning of the tick
  std::vector<Crossing>
      ways;  ///< instances that set bits of the next state, sorted by link and unit
};

class Ticks {
 public:
  /// Requires that not_countable() returns null for the Fspec. The universe must outlive the object.
  explicit Ticks(const ground::Universe& universe);

  /// Requires 1 ≤ tick ≤ EOT + 1. Tick EOT + 1 has only bits.
  [[nodiscard]] const Tick& at(int tick) const { return ticks_[static_cast<std::size_t>(tick)]; }
  /// True if the head holds at the tick of the instance, so that the head is not passed on to a later tick.
  [[nodiscard]] bool within(InstanceId i) const { return within_[i.index()]; }
  /// True if the fact has no tick. Such facts say when nodes crash, and hold at all ticks.
  [[nodiscard]] bool timeless(FactId f) const {
    return u_.info(f).at.tick() == 0 && u_.info(f).kind != ground::FactKind::error;
  }
  /// The first and the last tick at which an instance reads a fact. Without readers, `first` is EOT + 1 and
  /// `last` is 0.
  struct Reads {
    int first = 0;
    int last = 0;
  };
  /// Returns the number of pairs of a tick and a link on which an instance sends a message that may be lost.
  [[nodiscard]] std::size_t omissible() const;
  [[nodiscard]] Reads reads(FactId f) const { return reads_[f.index()]; }

 private:
  void place(InstanceId i);
  [[nodiscard]] Crossing crossing(InstanceId i, std::uint32_t bit) const;
  [[nodiscard]] bool omissible(const Crossing& way, int tick) const;
  void read(FactId f, int at);
  void keep_what_is_read();

  const ground::Universe& u_;
  std::vector<Tick> ticks_;
  std::vector<bool> within_;  ///< by instance
  std::vector<Reads> reads_;  ///< by fact
  std::vector<std::uint32_t>
      arriving_;  ///< by fact: number of the fact's arrival bit, or 0 without one
};

}  // namespace ldfi::count
