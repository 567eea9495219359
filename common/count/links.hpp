// What may become of all that one node sends another at one tick: it arrives, is lost, is late, or
// arrives twice. Private to common/count.
//
//   Links links(fspec);
//   links.go_to(tick);
//   for (const Choice& choice : links.menu(links.sort(from, to))) …
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "common/count/fates.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::count {

/// One of the ways; each is some faults of these messages.
struct Choice {
  bool lost = false;  ///< by an omission
  int delay = 0;      ///< by how many ticks it is late; 0: no fault
  int again = 0;      ///< by how many ticks its second arrival is late; 0: there is none
  [[nodiscard]] bool in_time() const { return !lost && delay == 0; }
  auto operator<=>(const Choice&) const = default;
};
/// The first choice is that no fault happens.
using Menu = std::vector<Choice>;

class Links {
 public:
  /// Links of one sort have the same menu at each tick.
  static constexpr std::size_t sorts = 4;
  using PerSort = std::array<unsigned, sorts>;

  explicit Links(const Fspec& fspec);

  /// Requires 1 ≤ tick ≤ EOT. Menus are those of this tick from here on.
  void go_to(int tick);
  [[nodiscard]] const Menu& menu(std::size_t sort) const { return menus_[sort]; }
  /// Requires nodes of the Fspec.
  [[nodiscard]] std::size_t sort(NodeId from, NodeId to) const;
  /// By how many ticks what is sent at this tick is late at most; 0: nothing is late.
  [[nodiscard]] int latest() const { return latest_; }
  /// How many links there are on which faults may happen at this tick: none where the sender is quiet,
  /// or the receiver is down at the next tick, when it is `next`; null where no node is ever down.
  [[nodiscard]] PerSort open(const Fates::Nodes& nodes, const Fates::Nodes* next) const;

 private:
  [[nodiscard]] Menu menu_at(std::size_t sort, int tick) const;

  Fspec fspec_;
  std::array<std::optional<std::pair<NodeId, NodeId>>, sorts> one_of_;  ///< some link of the sort
  std::vector<PerSort> links_;                                          ///< by sender
  std::array<Menu, sorts> menus_;
  int latest_ = 0;
};

}  // namespace ldfi::count
