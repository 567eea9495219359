// The faults that may happen to a link: the messages that one node sends to another, or to itself,
// at one tick. These messages are lost together. If they are not lost, each unit of them (messages
// with a common delay) arrives in time, late, or twice. All messages of a link are one unit, unless
// relations are delayed separately. Private to common/prove/count.
//
//   Links links(fspec);
//   links.go_to(tick);
//   for (const Choice& choice : links.menu(links.sort(from, to)).choices) …
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "common/faults/fspec.hpp"
#include "common/prove/count/fates.hpp"

namespace ldfi::count {

/// One way in which messages with a common delay can arrive if they are not lost.
struct Choice {
  int delay = 0;  ///< number of ticks by which the first arrival is late
  /// Number of ticks by which the second arrival is late; 0 if there is no second arrival.
  int again = 0;
  [[nodiscard]] bool in_time() const { return delay == 0; }
  auto operator<=>(const Choice&) const = default;
};

/// The faults that are possible on a link (the messages from one node to another at one tick).
struct Menu {
  bool lossy = false;  ///< true if all messages of the link may be lost
  /// Ways in which the messages can arrive; the first one is without fault.
  std::vector<Choice> choices{{}};
  /// Returns true if any fault is possible on the link.
  [[nodiscard]] bool open() const { return lossy || choices.size() > 1; }
};

class Links {
 public:
  /// Number of sorts of links. At each tick, all links of one sort have the same possible faults.
  static constexpr std::size_t sorts = 4;
  using PerSort = std::array<unsigned, sorts>;
  /// For each sort of links, the numbers of links and units (messages with a common delay) on which
  /// faults are possible but have no effect.
  struct Unused {
    PerSort links{};
    PerSort units{};  ///< units of links that are not lost and not counted in `links`
    auto operator<=>(const Unused&) const = default;
  };

  explicit Links(const Fspec& fspec);

  /// Computes the possible faults of this tick for each sort of links. Requires 1 ≤ tick ≤ EOT.
  void go_to(int tick);
  [[nodiscard]] const Menu& menu(std::size_t sort) const { return menus_[sort]; }
  /// Returns how many units (messages with a common delay) each link has.
  [[nodiscard]] std::size_t units() const { return fspec_.late_units().size(); }
  /// Returns the sort of the link between two nodes of the Fspec.
  [[nodiscard]] std::size_t sort(NodeId from, NodeId to) const;
  /// Returns the largest number of ticks by which messages that are sent at this tick may be late.
  /// 0 if they may not be late.
  [[nodiscard]] int latest() const { return latest_; }
  /// Returns for each sort the number of links on which a fault is possible at this tick. Does not
  /// count links from a silent node to others, or links to a node that is down at the next tick.
  /// `next` has the crash states at the next tick, or is null if nodes are never down.
  [[nodiscard]] PerSort open(const Fates::Nodes& nodes, const Fates::Nodes* next) const;

 private:
  [[nodiscard]] Menu menu_at(std::size_t sort, int tick) const;

  Fspec fspec_;
  std::array<std::optional<std::pair<NodeId, NodeId>>, sorts>
      one_of_;  ///< for each sort, a link of this sort, if there is one
  /// For each sender, the number of its links to other nodes, by sort.
  std::vector<PerSort> links_;
  std::array<Menu, sorts> menus_;
  int latest_ = 0;
};

}  // namespace ldfi::count
