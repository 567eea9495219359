// The limits of an Fspec that a sweep may vary, except EOT, EFF and crashes. They limit the number
// of faults of each kind, how late messages may be, and the number of faults in total.
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
  /// A value that means "no limit". In one Fspec of a sweep, the limit of the original Fspec
  /// applies instead.
  static constexpr int any = std::numeric_limits<int>::max();
  /// Number of limits: one for each kind of fault except crashes, and the three entries below.
  static constexpr std::size_t count = kind_count - 1 + 3;

  /// The name and index of one of the limits. For example, the entry `delay-max` belongs to the
  /// options `--delay-max` and `--sweep-delay-max`.
  struct Entry {
    std::string_view option;
    std::size_t index = 0;
    bool operator==(const Entry&) const = default;
  };
  static constexpr Entry late{"delay-max", 7};  ///< largest number of ticks by which a message may
                                                ///< be late
  static constexpr Entry late_ticks{"delay-budget", 8};  ///< largest total number of ticks of all
                                                         ///< delays
  static constexpr Entry faults{"max-faults", 12};       ///< largest number of faults of all kinds
  template <class Kind>
  static constexpr Entry of_kind{Kind::option, Kind::axis};
  /// Returns all entries in the order of their indices.
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

  /// Returns true if `option` sets the limit of `entry`. With `--strategy fts`, the option
  /// max-failures, not max-faults, sets the limit of all faults.
  static constexpr bool set_by(const Entry& entry, std::string_view option) {
    return option == entry.option || (entry == faults && option == "max-failures");
  }
  /// Calls `action` with each number, in the order in which the numbers are serialised.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    for (auto& number : self.numbers) action(number);
  }
};

/// Calls `action` with a null pointer to each kind of fault that a sweep may vary, in the order of
/// the limits. The pointer only passes the type.
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
/// Replaces the limits of the Fspec by all numbers that are not `any`. If the limit of a kind
/// becomes 0, also removes the nodes, relations and durations that the Fspec lists for this kind.
void set_budgets(FspecParameters& fspec, const Budgets& budgets);
/// Returns true if the fault set exceeds none of the limits.
[[nodiscard]] bool within(const FaultSet& faults, const Budgets& budgets);
/// Returns the limits that are not `any` as text, such as `,restarts=2,disk-write=1`. In names of
/// Fspecs, this text follows EOT, EFF and crashes.
[[nodiscard]] std::string to_text(const Budgets& budgets);

}  // namespace ldfi
