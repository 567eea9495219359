// What may become of all that one node sends another, or itself, at one tick. All of it together may be
// lost. Otherwise each unit of it arrives in time, late, or twice: all of it is one unit, or each relation
// is one of its own. Private to common/prove/count.
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

/// One of the ways of a unit that is not lost; each is some faults of these messages.
struct Choice {
  int delay = 0;  ///< by how many ticks it is late; 0: no fault
  int again = 0;  ///< by how many ticks its second arrival is late; 0: there is none
  [[nodiscard]] bool in_time() const { return delay == 0; }
  auto operator<=>(const Choice&) const = default;
};

/// Of a link.
struct Menu {
  bool lossy = false;               ///< an omission may lose all of it
  std::vector<Choice> choices{{}};  ///< of each unit; the first is that no fault happens
  /// True if faults may happen.
  [[nodiscard]] bool open() const { return lossy || choices.size() > 1; }
};

class Links {
 public:
  /// Links of one sort have the same menu at each tick.
  static constexpr std::size_t sorts = 4;
  using PerSort = std::array<unsigned, sorts>;
  /// Of what faults may happen to, how much there is on which they change nothing.
  struct Unused {
    PerSort links{};
    PerSort units{};  ///< on other links, which are not lost
    auto operator<=>(const Unused&) const = default;
  };

  explicit Links(const Fspec& fspec);

  /// Requires 1 ≤ tick ≤ EOT. Menus are those of this tick from here on.
  void go_to(int tick);
  [[nodiscard]] const Menu& menu(std::size_t sort) const { return menus_[sort]; }
  /// How many units each link has.
  [[nodiscard]] std::size_t units() const { return fspec_.late_units().size(); }
  /// Requires nodes of the Fspec.
  [[nodiscard]] std::size_t sort(NodeId from, NodeId to) const;
  /// By how many ticks what is sent at this tick is late at most; 0: nothing is late.
  [[nodiscard]] int latest() const { return latest_; }
  /// How many links there are on which faults may happen at this tick: none where the sender is quiet,
  /// unless it sends to itself, or where the receiver is down at the next tick, when it is `next`; null
  /// where no node is ever down.
  [[nodiscard]] PerSort open(const Fates::Nodes& nodes, const Fates::Nodes* next) const;

 private:
  [[nodiscard]] Menu menu_at(std::size_t sort, int tick) const;

  Fspec fspec_;
  std::array<std::optional<std::pair<NodeId, NodeId>>, sorts> one_of_;  ///< some link of the sort
  std::vector<PerSort> links_;                                          ///< by sender, to others
  std::array<Menu, sorts> menus_;
  int latest_ = 0;
};

}  // namespace ldfi::count
