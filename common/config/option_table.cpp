#include "common/config/option_table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "common/base/contract.hpp"
#include "common/config/option_row.hpp"

namespace ldfi::config {
namespace {

constexpr std::uint64_t mebi = std::uint64_t{1} << 20U;
constexpr std::uint64_t exbi = std::uint64_t{1} << 60U;
constexpr std::uint64_t year_s = 365 * 24 * 3600;

/// --quiet and --verbose are two switches for one field.
template <Verbosity Level>
OptionRow verbosity_row(std::string_view name, std::string_view help, Uses uses) {
  OptionRow out;
  out.name = name;
  out.kind = Kind::toggle;
  out.group = Group::output;
  out.help = help;
  out.assign = [](ValueTarget to, const Value& value) {
    if (std::get<bool>(value)) to.options->verbosity = Level;
  };
  out.value = [](ValueSource from) {
    return std::optional<Value>(from.options->verbosity == Level);
  };
  out.uses = uses;
  return out;
}

std::vector<OptionRow> limits_rows() {
  using O = Options;
  return {
      for_both(row<&O::time_limit_s, Kind::duration>(
          Group::limits, "time-limit", '\0', "limits.time", "TIME", {0, 100 * year_s},
          "give up after this time: 90, 120s, 2m, 1h",
          {.traces = true, .forever = true, .count = true, .resume = true})),
      for_both(row<&O::max_runs, Kind::integer>(
          Group::limits, "max-runs", '\0', "limits.runs", "NUMBER", {1, any},
          "give up after this many executions (--strategy random: each search; 1000000 if there is "
          "no other limit)",
          {.resume = true})),
      for_both(row<&O::memory_limit_bytes, Kind::bytes>(
          Group::limits, "memory-limit", '\0', "limits.memory", "SIZE", {mebi, exbi},
          "give up rather than use more memory a process: 512M, "
          "4G (units are powers of 1024)",
          {.traces = true, .forever = true, .count = true, .resume = true})),
      row<&O::max_facts, Kind::integer>(
          Group::limits, "max-facts", '\0', "limits.facts", "NUMBER", {1'000, 100'000'000},
          "give up rather than compute more facts in one execution (or a tenth of them, or a "
          "million, at one tick), or in all possible ones together",
          {.forever = true, .count = true, .resume = true}),
      for_both(row<&O::job_timeout_s, Kind::duration>(
          Group::limits, "job-timeout", '\0', "limits.job", "TIME", {0, 100 * year_s},
          "a worker that gives no sign of life for so long in the middle of a job, or a rank 0 "
          "that "
          "gives none, is stuck: the run ends with status 74, and --resume goes on; 0 never",
          {.resume = true})),
  };
}

/// Of messages that arrive late or twice.
std::vector<OptionRow> sweep_late_rows() {
  using O = Options;
  constexpr auto g = Group::sweep;
  return {
      row<&O::sweep_forever, Kind::toggle>(
          g, "sweep-forever", '\0', "sweep.forever", "", {},
          "the sweep first proves for every EOT what it can: one proof answers all cells with so "
          "many calm ticks, which are not searched then"),
      budget_axis_row<Budgets::late.index>("sweep-delay-max", "sweep.delay_max", "TICKS",
                                           static_cast<std::uint64_t>(Fspec::max_late),
                                           "the ticks of the grid by which messages may be late"),
      budget_axis_row<Budgets::late_ticks.index>(
          "sweep-delay-budget", "sweep.delay_budget", "TICKS", 1'000'000,
          "the ticks of the grid by which messages may be late, all delays together"),
      number_axis_row<Delay>(),
      number_axis_row<Duplicate>(),
  };
}

OptionRow omissions_axis_row() {
  OptionRow out = number_axis_row<Omission>();
  out.help = "the numbers of omitted messages of the grid";
  return out;
}

std::vector<OptionRow> sweep_rows() {
  using O = Options;
  constexpr auto g = Group::sweep;
  constexpr auto last_tick = static_cast<std::uint64_t>(Fspec::max_eot);
  return {
      row<&O::sweep, Kind::toggle>(g, "sweep", '\0', "", "", {},
                                   "search many Fspecs. Without a grid, the published sweep: EFF 0 "
                                   "and EOT up until something "
                                   "is promised, then EFF up until the invariant is violated, then "
                                   "EOT up until it recovers, "
                                   "and so on, until the time limit (120s if there is no bound)"),
      for_both(row<&O::sweep_eot, Kind::axis>(g, "sweep-eot", '\0', "sweep.eot", "TICKS",
                                              {1, last_tick},
                                              "a grid instead, of these EOTs: 6 or 4,6,8..20/4")),
      for_both(row<&O::sweep_eff, Kind::axis>(
          g, "sweep-eff", '\0', "sweep.eff", "TICKS", {0, last_tick - 1},
          "the EFFs of the grid; combinations with EFF >= EOT are skipped")),
      for_both(row<&O::sweep_crashes, Kind::axis>(
          g, "sweep-crashes", '\0', "sweep.crashes", "NUMBERS",
          {0, static_cast<std::uint64_t>(Fspec::max_nodes)}, "the numbers of crashes of the grid")),
      number_axis_row<Outage>(),
      number_axis_row<Partition>(),
      number_axis_row<Pause>(),
      number_axis_row<FailedWrite>(),
      number_axis_row<DeadDisk>(),
      number_axis_row<Corruption>(),
      number_axis_row<WriteBack>(),
      omissions_axis_row(),
      for_both(budget_axis_row<Budgets::faults.index>("sweep-max-faults", "sweep.faults", "NUMBERS",
                                                      1'000'000,
                                                      "the numbers of faults in all of the grid")),
      row<&O::sweep_params, Kind::param_axes>(g, "sweep-param", '\0', "sweep.params", "NAME=VALUES",
                                              {0, std::numeric_limits<int>::max()},
                                              "the values of a constant in the grid: LEASE=3,5..9 "
                                              "or LEADER=a,b; may be given several times"),
      row<&O::sweep_max_eot, Kind::integer>(g, "sweep-max-eot", '\0', "sweep.max_eot", "TICK",
                                            {1, last_tick},
                                            "the published sweep goes no further than this EOT"),
      choice_row<&O::sweep_stride>(
          g, "sweep-stride", "sweep.stride", "STEP", {"one", "half"},
          "the published sweep raises EOT by one, or by half of itself to get deep soon"),
  };
}

/// The rows of sweeps. Those of kinds without a place of their own come last.
std::vector<OptionRow> all_sweep_rows() {
  std::vector<OptionRow> out = sweep_rows();
  for (OptionRow& row : sweep_late_rows()) out.push_back(std::move(row));
  each_axis(
      [&out]<class FaultKind>(FaultKind*) { add_if_missing(out, number_axis_row<FaultKind>()); });
  return out;
}

std::vector<OptionRow> output_rows() {
  using O = Options;
  constexpr auto g = Group::output;
  return {
      for_both(row<&O::output, Kind::results>(
          g, "output", 'o', "output", "FILE.h5", {},
          "where the results go; otherwise the config's or first program's "
          "name, in the working directory",
          {.forever = true, .count = true, .resume = true})),
      for_both(
          row<&O::resume, Kind::toggle>(g, "resume", '\0', "", "", {},
                                        "go on with a run that was stopped or killed, whatever the "
                                        "number of ranks: its journal stands beside the output. A "
                                        "finished run's result is printed again",
                                        {.resume = true})),
      row<&O::results_only, Kind::toggle>(g, "results-only", '\0', "", "", {},
                                          "search no further: write and print the results of what "
                                          "the journal beside the output holds, even while its run "
                                          "goes on",
                                          {.resume = true}),
      for_both(choice_row<&O::summary>(g, "summary", "", "FORMAT", {"text", "json"},
                                       "what standard output ends with; json is one line",
                                       {.forever = true, .count = true, .resume = true})),
      for_both(choice_row<&O::diagnostics>(
          g, "diagnostics", "", "FORMAT", {"text", "json", "sarif"},
          "with --check, for editors and code scanners: errors and warnings in this form on "
          "standard output, and nothing else; nothing is executed",
          {.resume = true})),
      verbosity_row<Verbosity::quiet>(
          "quiet", "no progress, no notes, no warnings: errors only",
          {.traces = true, .forever = true, .count = true, .resume = true}),
      verbosity_row<Verbosity::verbose>(
          "verbose", "say more about what happens",
          {.traces = true, .forever = true, .count = true, .resume = true}),
  };
}

}  // namespace

std::string_view title(Group group) {
  switch (group) {
    case Group::input:
      return "Input";
    case Group::fspec:
      return "Failure specification and invariant";
    case Group::search:
      return "Search";
    case Group::sweep:
      return "Sweep";
    case Group::limits:
      return "Limits";
    case Group::output:
      return "Output";
    case Group::systems:
      return "Real systems";
  }
  return "";
}

const std::vector<OptionRow>& option_table() {
  static const std::vector<OptionRow> table = [] {
    std::vector<OptionRow> all = fspec_rows();
    for (auto&& part :
         {search_rows(), limits_rows(), all_sweep_rows(), output_rows(), systems_rows()})
      all.insert(all.end(), part.begin(), part.end());
    return all;
  }();
  return table;
}

const OptionRow& option(std::string_view name) {
  const auto& table = option_table();
  const auto it = std::find_if(table.begin(), table.end(),
                               [name](const OptionRow& row) { return row.name == name; });
  LDFI_REQUIRE(it != table.end(), "no such option: " + std::string(name));
  return *it;
}

std::vector<std::pair<std::string, std::string>> effective_options(const Options& options) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const OptionRow& row : option_table()) out.emplace_back(row.name, row.show(options));
  return out;
}

}  // namespace ldfi::config
