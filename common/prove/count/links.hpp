// The faults that may happen to the messages that one node sends to another, or to itself, at one tick. All
// messages of such a link are lost together. If they are not lost, each unit of them arrives in time, late,
// or twice. Either all messages of a link are one unit, or each relation is a unit. Private to
// common/prove/count.
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

/// One way in which a unit arrives that is not lost.
struct Choice {
  int delay = 0;  ///< delay of the first arrival in ticks
  int again = 0;  ///< delay of the second arrival in ticks, or 0 without a second arrival
  [[nodiscard]] bool in_time() const { return delay == 0; }
  auto operator<=>(const Choice&) const = default;
};

/// The possible faults of a link.
struct Menu {
  bool lossy = false;               ///< all messages of the link may be lost
  std::vector<Choice> choices{{}};  ///< choices for each unit; the first one has no fault
  /// True if a fault may happen on the link.
  [[nodiscard]] bool open() const { return lossy || choices.size() > 1; }
};

class Links {
 public:
  /// The number of sorts of links. Links of one sort have the same menu at each tick.
  static constexpr std::size_t sorts = 4;
  using PerSort = std::array<unsigned, sorts>;
  /// Numbers of links and units on which faults may happen but have no effect, by sort.
  struct Unused {
    PerSort links{};
    PerSort units{};  ///< units of other links that are not lost
    auto operator<=>(const Unused&) const = default;
  };

  explicit Links(const Fspec& fspec);

  /// Makes the menus of this tick the current ones. Requires 1 ≤ tick ≤ EOT.
  void go_to(int tick);
  [[nodiscard]] const Menu& menu(std::size_t sort) const { return menus_[sort]; }
  /// Returns the number of units of each link.
  [[nodiscard]] std::size_t units() const { return fspec_.late_units().size(); }
  /// Returns the sort of the link. Requires nodes of the Fspec.
  [[nodiscard]] std::size_t sort(NodeId from, NodeId to) const;
  /// Returns the largest delay in ticks of messages that are sent at this tick, or 0 if none may be late.
  [[nodiscard]] int latest() const { return latest_; }
  /// Returns the number of links, by sort, on which a fault may happen at this tick. Links of a silent sender
  /// to others do not count, nor links to a node that is down at the next tick. `next` has the fates at the
  /// next tick, or is null if nodes are never down.
  [[nodiscard]] PerSort open(const Fates::Nodes& nodes, const Fates::Nodes* next) const;

 private:
  [[nodiscard]] Menu menu_at(std::size_t sort, int tick) const;

  Fspec fspec_;
  std::array<std::optional<std::pair<NodeId, NodeId>>, sorts>
      one_of_;                  ///< by sort: some link of the sort
  std::vector<PerSort> links_;  ///< by sender: number of links to other nodes
  std::array<Menu, sorts> menus_;
  int latest_ = 0;
};

}  // namespace ldfi::count
