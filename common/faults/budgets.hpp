// The numbers of an Fspec that a sweep may vary, besides EOT, EFF and Crashes: how many faults of
// each kind there may be, and how many in all.
#pragma once

#include <array>
#include <compare>
#include <limits>
#include <string>
#include <string_view>

namespace ldfi {

class FaultSet;
struct FspecParameters;

struct Budgets {
  /// Any number; in a cell of a sweep, as many as the Fspec that is swept admits.
  static constexpr int any = std::numeric_limits<int>::max();

  int restarts = any;
  int partitions = any;
  int pauses = any;
  int failed_writes = any;
  int dead_disks = any;
  int corruptions = any;
  int write_backs = any;
  int late = any;        ///< ticks by which a message is late
  int late_ticks = any;  ///< those of all delays together
  int delays = any;
  int duplicates = any;
  int omissions = any;
  int faults = any;
  auto operator<=>(const Budgets&) const = default;

  /// A budget and the option that sets it; `--sweep-` and its name is the axis.
  struct Entry {
    std::string_view option;
    int Budgets::*of;
  };
  static constexpr std::array<Entry, 13> entries() {
    return {{{"restarts", &Budgets::restarts},
             {"partitions", &Budgets::partitions},
             {"pauses", &Budgets::pauses},
             {"disk-write", &Budgets::failed_writes},
             {"disk-dead", &Budgets::dead_disks},
             {"disk-corrupt", &Budgets::corruptions},
             {"disk-writeback", &Budgets::write_backs},
             {"delay-max", &Budgets::late},
             {"delay-budget", &Budgets::late_ticks},
             {"delay-count", &Budgets::delays},
             {"duplicates", &Budgets::duplicates},
             {"omissions", &Budgets::omissions},
             {"max-faults", &Budgets::faults}}};
  }
  /// True if the option sets that number; --strategy fts has its own word for the faults in all.
  static constexpr bool set_by(const Entry& entry, std::string_view option) {
    return option == entry.option || (entry.of == &Budgets::faults && option == "max-failures");
  }
  /// Members in the order of writing, for bytes.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    for (const Entry& entry : entries()) action(self.*entry.of);
  }
};

[[nodiscard]] Budgets budgets_of(const FspecParameters& fspec);
/// Gives the Fspec those numbers that are not `any`. One without partitions has no sets to cut off and no directions, and one
/// without pauses no nodes to pause.
void set_budgets(FspecParameters& fspec, const Budgets& budgets);
/// True if there are no more faults of any kind, and in all.
[[nodiscard]] bool within(const FaultSet& faults, const Budgets& budgets);
/// `,restarts=2,disk-write=1`: those that are not `any`, behind EOT, EFF and Crashes.
[[nodiscard]] std::string to_text(const Budgets& budgets);

}  // namespace ldfi
