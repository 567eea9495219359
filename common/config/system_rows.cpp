// The options of recordings and of real systems.
#include <algorithm>

#include "common/config/key_row.hpp"

namespace ldfi::config {
namespace {

/// Returns true if programs have the option, or if a key that is not an option has an empty name.
bool is_of_programs(std::string_view option) {
  static const std::vector<OptionRow> rows = fspec_rows();
  return option.empty() || std::ranges::count(rows, option, &OptionRow::name) > 0;
}

/// Adds an option and an axis of sweeps for each number of a system's Fspec that programs do not have.
void add_rows_of_fspec(std::vector<OptionRow>& rows) {
  constexpr auto g = Group::systems;
  for (const OptionRow& key : system_fspec_keys()) {
    if (is_of_programs(key.name)) continue;
    const Range range{key.low, key.high};
    rows.push_back(
        system_axis_row(g, key.name, "NUMBER", range,
                        lasting(fmt::format("with a config that has `system`: {}", key.help))));
    rows.push_back(system_axis_row(g, lasting(fmt::format("sweep-{}", key.name)), "NUMBERS", range,
                                   "these numbers of a sweep"));
  }
}

}  // namespace

std::vector<OptionRow> systems_rows() {
  using O = Options;
  constexpr auto g = Group::systems;
  std::vector<OptionRow> rows{
      row<&O::traces, Kind::text>(
          g, "traces", '\0', "", "FOLDER", {},
          "recordings of executions of a real system (*.jsonl), in place of a program: print, as "
          "JSON lines, which faults to try next, and what is proved",
          {.traces = true}),
      row<&O::next, Kind::integer>(g, "next", '\0', "", "NUMBER", {0, 10'000},
                                   "how many fault sets to try next, the least first",
                                   {.traces = true}),
      for_both(choice_row<&O::level>(g, "level", "", "LEVEL", {"exact", "state"},
                                     "what proofs rest on besides determinism: nothing, or that "
                                     "`silent` messages changed nothing",
                                     {.traces = true})),
      for_systems(row<&O::recordings, Kind::text>(
          g, "recordings", '\0', "", "FOLDER", {},
          "with a config that has `system`: a new folder for the recording of each execution",
          {.resume = true})),
      for_systems(
          choice_row<&O::keep>(g, "keep", "", "WHICH", {"some", "all"},
                               "which recordings of a real system the results file keeps: those "
                               "of the execution without "
                               "faults, of counterexamples, and of the good executions that are "
                               "nearest to these; or all",
                               {.resume = true})),
      for_systems(row<&O::double_runs, Kind::percent>(
          g, "double-runs", '\0', "", "PERCENT", {},
          "how many executions of a real system are repeated in new processes, at once, to see "
          "whether these do the same; the first two are, unless it is 0%. What a verdict shows is "
          "repeated anyway")),
      system_axis_row(g, "sweep-seed", "NUMBERS", {0, 1'000'000'000},
                      "with a config that has `system`: the seeds of a sweep"),
      system_axis_row(g, "workload-seed", "NUMBER", {0, 1'000'000'000},
                      "with a config that has `system`: what clients ask, if that is a choice"),
      system_axis_row(g, "sweep-workload-seed", "NUMBERS", {0, 1'000'000'000},
                      "these numbers of a sweep: each cell has a workload of its own"),
  };
  add_rows_of_fspec(rows);
  const std::vector<OptionRow> others{
      system_axis_row(
          g, "operations", "NUMBERS", {0, 999'999},
          "with a config that has `system`: of what clients ask, those operations "
          "alone, such as 0,3,5..8, or none; they are numbered in the order of their times"),
      system_choice_row(g, "sandbox", "HOW", {"auto", "require", "off"},
                        "with a config that has `system`: how nodes are shut in. A config alone "
                        "cannot switch the sandbox off"),
      system_choice_row(g, "network", "WHAT", {"none", "host"},
                        "with a config that has `system`: what nodes reach besides each other; "
                        "host is the network of this machine. A config alone cannot ask for host"),
  };
  rows.insert(rows.end(), others.begin(), others.end());
  return rows;
}

}  // namespace ldfi::config
