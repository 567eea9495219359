// The cone of a universe cut into ticks: what one tick leaves to the next is a state, a row of bits.
// A fact stands in it if something later reads it; so states that differ in nothing else are one.
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

/// What a bit of the state says at the beginning of a tick.
struct Bit {
  FactId fact;
  bool kept =
      false;  ///< the fact held at an earlier tick; else something arrives that makes it hold
};

/// The bits of every state that say that the execution has ended in an arithmetic error, and that a
/// message has overtaken another one where channels are fifo. They are about no fact.
inline constexpr std::uint32_t failed_bit = 0;
inline constexpr std::uint32_t overtaken_bit = 1;
inline constexpr std::uint32_t first_fact_bit = 2;

/// What one node sends another at one tick, or itself where that may be late.
struct Link {
  NodeId from;
  NodeId to;
  auto operator<=>(const Link&) const = default;
};

/// An instance through which something gets into the state of the next tick.
struct Crossing {
  std::uint32_t bit = failed_bit;
  InstanceId instance;
  ground::ChannelId channel = ground::no_channel;
  std::optional<Link> link{};      ///< on which it is sent; nothing where a node keeps something
  NamedId relation = no_relation;  ///< of the link's unit, see links.hpp
  int late = 0;  ///< it takes part only if the messages of the unit are so many ticks late
};

struct Tick {
  std::vector<FactId> facts;   ///< those of the tick, premises before heads; no certain ones
  std::vector<Bit> bits;       ///< of the state at its beginning; those about no fact first
  std::vector<Crossing> ways;  ///< sorted by link and unit; into the state of the next tick
};

class Ticks {
 public:
  /// The universe must outlive this, and must be of an Fspec of which not_countable() finds nothing.
  explicit Ticks(const ground::Universe& universe);

  /// Requires 1 ≤ tick ≤ EOT + 1; the last one has bits alone.
  [[nodiscard]] const Tick& at(int tick) const { return ticks_[static_cast<std::size_t>(tick)]; }
  /// True if the head holds at the tick of the instance, and not because something arrives.
  [[nodiscard]] bool within(InstanceId i) const { return within_[i.index()]; }
  /// The facts that say when nodes crash hold at all ticks.
  [[nodiscard]] bool timeless(FactId f) const {
    return u_.info(f).at.tick() == 0 && u_.info(f).kind != ground::FactKind::error;
  }
  /// The first and the last tick at which something reads a timeless fact; the first is behind EOT,
  /// and the last is 0, if nothing does.
  struct Reads {
    int first = 0;
    int last = 0;
  };
  /// On how many links, each tick for itself, an omission may lose what an instance sends.
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
  std::vector<bool> within_;             ///< by instance
  std::vector<Reads> reads_;             ///< by fact
  std::vector<std::uint32_t> arriving_;  ///< by fact: its bit; 0: none
};

}  // namespace ldfi::count
