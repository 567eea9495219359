// The numbers of an Fspec that a sweep may vary, besides EOT, EFF and Crashes: how many faults of
// each kind there may be, how late messages are, and how many faults there may be in all.
#pragma once

#include <array>
#include <compare>
#include <limits>
#include <string>
#include <string_view>

#include "common/faults/kinds.hpp"

namespace ldfi {

class FaultSet;
struct FspecParameters;

struct Budgets {
  /// Any number; in a cell of a sweep, as many as the Fspec that is swept admits.
  static constexpr int any = std::numeric_limits<int>::max();
  /// One for each kind except crashes, and the three below.
  static constexpr std::size_t count = kind_count - 1 + 3;

  /// Names one of the numbers. The option sets it, and `--sweep-` with that name is the axis.
  struct Entry {
    std::string_view option;
    std::size_t index = 0;
    bool operator==(const Entry&) const = default;
  };
  static constexpr Entry late{"delay-max", 7};           ///< ticks by which a message is late
  static constexpr Entry late_ticks{"delay-budget", 8};  ///< those of all delays together
  static constexpr Entry faults{"max-faults", 12};       ///< of all kinds
  template <class Kind>
  static constexpr Entry of_kind{Kind::option, Kind::axis};
  /// In the order of their indices.
  [[nodiscard]] static const std::array<Entry, count>& entries();

  std::array<int, count> numbers = all(any);
  auto operator<=>(const Budgets&) const = default;

  [[nodiscard]] static constexpr std::array<int, count> all(int number) {
    std::array<int, count> out{};
    out.fill(number);
    return out;
  }
  [[nodiscard]] int& operator[](const Entry& entry) { return numbers[entry.index]; }
  [[nodiscard]] int operator[](const Entry& entry) const { return numbers[entry.index]; }
  template <class Kind>
  [[nodiscard]] int& of() {
    return numbers[Kind::axis];
  }
  template <class Kind>
  [[nodiscard]] int of() const {
    return numbers[Kind::axis];
  }

  /// True if the option sets that number; --strategy fts has its own word for the faults in all.
  static constexpr bool set_by(const Entry& entry, std::string_view option) {
    return option == entry.option || (entry == faults && option == "max-failures");
  }
  /// Members in the order of writing, for bytes.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    for (auto& number : self.numbers) action(number);
  }
};

/// Calls `action` with a null pointer of each kind that has an axis of its own, in the order of axes.
template <class Action>
constexpr void each_axis(Action action) {
  for (std::size_t axis = 0; axis < Budgets::count; ++axis) {
    each_kind([&]<class Kind>(Kind* kind) {
      if constexpr (requires { Kind::axis; }) {
        if (Kind::axis == axis) action(kind);
      }
    });
  }
}

[[nodiscard]] Budgets budgets_of(const FspecParameters& fspec);
/// Gives the Fspec the numbers that are not `any`. Where a number is 0, the Fspec also forgets which
/// places such faults may hit, and for how long.
void set_budgets(FspecParameters& fspec, const Budgets& budgets);
/// True if there are no more faults of any kind, and in all.
[[nodiscard]] bool within(const FaultSet& faults, const Budgets& budgets);
/// `,restarts=2,disk-write=1`: those that are not `any`, behind EOT, EFF and Crashes.
[[nodiscard]] std::string to_text(const Budgets& budgets);

}  // namespace ldfi
