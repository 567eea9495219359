// The rows of the options about recordings and real systems.
#include <algorithm>

#include "common/config/key_row.hpp"

namespace ldfi::config {
namespace {

/// Returns true if programs have this option. Also returns true for an empty name, which belongs to
/// a key without an option.
bool is_of_programs(std::string_view option) {
  static const std::vector<OptionRow> rows = fspec_rows();
  return option.empty() || std::ranges::count(rows, option, &OptionRow::name) > 0;
}

/// For each number of a real system's Fspec that programs do not have, adds an option, and an
/// option for sweeps.
void add_rows_of_fspec(std::vector<OptionRow>& rows) {
  constexpr auto g = Group::systems;
  for (const OptionRow& key : system_fspec_keys()) {
    if (is_of_programs(key.name)) continue;
    const Range range{key.low, key.high};
    rows.push_back(system_axis_row(g, key.name, "NUMBER", range, key.help));
    rows.push_back(system_axis_row(g, lasting(fmt::format("sweep-{}", key.name)), "NUMBERS", range,
                                   lasting(fmt::format("grid of --{}", key.name))));
  }
}

}  // namespace

std::vector<OptionRow> systems_rows() {
  using O = Options;
  constexpr auto g = Group::systems;
  std::vector<OptionRow> rows{
      row<&O::traces, Kind::text>(
          g, "traces", '\0', "", "FOLDER", {},
          "instead of a program: read recordings of a real system (*.jsonl), and print which "
          "faults to try next and what is proved, as lines of JSON",
          {.traces = true}),
      row<&O::next, Kind::integer>(
          g, "next", '\0', "", "NUMBER", {0, 10'000},
          "with --traces: how many fault sets to propose, the smallest first", {.traces = true}),
      for_both(choice_row<&O::level>(g, "level", "", "LEVEL", {"exact", "state"},
                                     "what proofs assume besides determinism: nothing (exact), or "
                                     "that messages marked `silent` changed nothing (state)",
                                     {.traces = true})),
      for_systems(row<&O::recordings, Kind::text>(
          g, "recordings", '\0', "", "FOLDER", {},
          "write the recording of each execution into this new folder", {.resume = true})),
      for_systems(choice_row<&O::keep>(
          g, "keep", "", "WHICH", {"some", "all"},
          "which recordings the results file keeps. some: the failure-free run, counterexamples, "
          "and the passing executions that are most like them",
          {.resume = true})),
      for_systems(row<&O::double_runs, Kind::percent>(
          g, "double-runs", '\0', "", "PERCENT", {},
          "share of the executions that are repeated in new processes, as a test of determinism. "
          "The first two are repeated unless this is 0%. Counterexamples are always repeated")),
      system_axis_row(g, "sweep-seed", "NUMBERS", {0, 1'000'000'000}, "grid of --seed"),
      system_axis_row(g, "workload-seed", "NUMBER", {0, 1'000'000'000},
                      "the seed of the operations of clients, where they are chosen by chance"),
      system_axis_row(g, "sweep-workload-seed", "NUMBERS", {0, 1'000'000'000},
                      "grid of --workload-seed; each cell has other operations"),
  };
  add_rows_of_fspec(rows);
  const std::vector<OptionRow> others{
      system_axis_row(g, "operations", "NUMBERS", {0, 999'999},
                      "the only operations of clients that are executed, such as 0,3,5..8, or "
                      "none; they are numbered in the order of their times"),
      system_choice_row(
          g, "sandbox", "HOW", {"auto", "require", "off"},
          "how nodes are confined: as well as the machine allows (auto), completely, or the run "
          "fails (require), or not at all (off). Only the command line can say off"),
      system_choice_row(g, "network", "WHAT", {"none", "host"},
                        "which network nodes can reach besides each other: none, or the network of "
                        "this machine (host). Only the command line can say host"),
  };
  rows.insert(rows.end(), others.begin(), others.end());
  return rows;
}

}  // namespace ldfi::config
