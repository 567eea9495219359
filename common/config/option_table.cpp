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

/// Returns the row of --quiet or --verbose, which are two switches for the same field.
template <Verbosity Level>
OptionRow verbosity_row(std::string_view name, char flag, std::string_view help, Uses uses) {
  OptionRow out;
  out.name = name;
  out.flag = flag;
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
          "stop the search after this time: 90, 120s, 2m, 1h",
          {.traces = true, .forever = true, .count = true, .resume = true})),
      for_both(row<&O::max_runs, Kind::integer>(
          Group::limits, "max-runs", '\0', "limits.runs", "NUMBER", {1, any},
          "stop the search after this many executions (--strategy random: each search; 1000000 if "
          "there is no other limit)",
          {.resume = true})),
      for_both(row<&O::memory_limit_bytes, Kind::bytes>(
          Group::limits, "memory-limit", '\0', "limits.memory", "SIZE", {mebi, exbi},
          "stop rather than use more memory in one process: 512M, 4G (units are powers of 1024)",
          {.traces = true, .forever = true, .count = true, .resume = true})),
      row<&O::max_facts, Kind::integer>(
          Group::limits, "max-facts", '\0', "limits.facts", "NUMBER", {1'000, 100'000'000},
          "stop rather than compute more facts in one execution or in all possible ones together; "
          "at one tick the limit is a tenth of this, or a million if that is more",
          {.forever = true, .count = true, .resume = true}),
      for_both(row<&O::job_timeout_s, Kind::duration>(
          Group::limits, "job-timeout", '\0', "limits.job", "TIME", {0, 100 * year_s},
          "end the run with status 74 if a rank shows no sign of life for this time; --resume "
          "continues it. 0 means never",
          {.resume = true})),
  };
}

/// Returns the rows of the options whose values a sweep tries as limits on late and duplicated
/// messages.
std::vector<OptionRow> sweep_late_rows() {
  using O = Options;
  constexpr auto g = Group::sweep;
  return {
      row<&O::sweep_forever, Kind::toggle>(g, "sweep-forever", '\0', "sweep.forever", "", {},
                                           "first prove what holds for every EOT; such a proof "
                                           "answers cells, which are not searched then"),
      budget_axis_row<Budgets::late.index>("sweep-delay-max", "sweep.delay_max", "TICKS",
                                           static_cast<std::uint64_t>(Fspec::max_late),
                                           "grid of --delay-max"),
      budget_axis_row<Budgets::late_ticks.index>("sweep-delay-budget", "sweep.delay_budget",
                                                 "TICKS", 1'000'000, "grid of --delay-budget"),
      number_axis_row<Delay>(),
      number_axis_row<Duplicate>(),
  };
}

OptionRow omissions_axis_row() {
  OptionRow out = number_axis_row<Omission>();
  out.help = "grid of --omissions";
  return out;
}

std::vector<OptionRow> sweep_rows() {
  using O = Options;
  constexpr auto g = Group::sweep;
  constexpr auto last_tick = static_cast<std::uint64_t>(Fspec::max_eot);
  return {
      for_both(row<&O::sweep, Kind::toggle>(
          g, "sweep", '\0', "", "", {},
          "search many Fspecs: a grid, if one is given; otherwise the published sweep, which "
          "raises EFF until the invariant is violated, then EOT until it holds again, and so on "
          "until the time limit (120s if there is no other bound)")),
      for_both(row<&O::sweep_eot, Kind::axis>(g, "sweep-eot", '\0', "sweep.eot", "TICKS",
                                              {1, last_tick},
                                              "search a grid of these EOTs: 6 or 4,6,8..20/4")),
      for_both(row<&O::sweep_eff, Kind::axis>(
          g, "sweep-eff", '\0', "sweep.eff", "TICKS", {0, last_tick - 1},
          "grid of --eff; combinations with EFF >= EOT are skipped")),
      for_both(row<&O::sweep_crashes, Kind::axis>(
          g, "sweep-crashes", '\0', "sweep.crashes", "NUMBERS",
          {0, static_cast<std::uint64_t>(Fspec::max_nodes)}, "grid of --crashes")),
      number_axis_row<Outage>(),
      number_axis_row<Partition>(),
      number_axis_row<Pause>(),
      number_axis_row<FailedWrite>(),
      number_axis_row<DeadDisk>(),
      number_axis_row<Corruption>(),
      number_axis_row<WriteBack>(),
      omissions_axis_row(),
      for_both(budget_axis_row<Budgets::faults.index>("sweep-max-faults", "sweep.faults", "NUMBERS",
                                                      1'000'000, "grid of --max-faults")),
      row<&O::sweep_params, Kind::param_axes>(g, "sweep-param", '\0', "sweep.params", "NAME=VALUES",
                                              {0, std::numeric_limits<int>::max()},
                                              "grid of a constant of the program: LEASE=3,5..9 or "
                                              "LEADER=a,b; may be given several times"),
      row<&O::sweep_max_eot, Kind::integer>(g, "sweep-max-eot", '\0', "sweep.max_eot", "TICK",
                                            {1, last_tick},
                                            "the largest EOT of the published sweep"),
      choice_row<&O::sweep_stride>(
          g, "sweep-stride", "sweep.stride", "STEP", {"one", "half"},
          "how the published sweep raises EOT: by one, or by half of its value"),
  };
}

/// Returns the rows of all options of sweeps. Kinds of faults without a fixed position come last.
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
      for_both(row<&O::output, Kind::results>(g, "output", 'o', "output", "FILE.h5", {},
                                              "the results file; otherwise named after the config "
                                              "or the first program, in the working directory",
                                              {.forever = true, .count = true, .resume = true})),
      for_both(row<&O::resume, Kind::toggle>(
          g, "resume", '\0', "", "", {},
          "continue a run that was stopped or killed, with any number of ranks, from the journal "
          "beside the output; the result of a finished run is printed again",
          {.resume = true})),
      row<&O::results_only, Kind::toggle>(
          g, "results-only", '\0', "", "", {},
          "do not search; write and print the results that the journal beside the output holds, "
          "also of a run that is still going on",
          {.resume = true}),
      for_both(choice_row<&O::summary>(g, "summary", "", "FORMAT", {"text", "json"},
                                       "the form of the answer on standard output; json is one "
                                       "line. --json is short for --summary json",
                                       {.forever = true, .count = true, .resume = true})),
      for_both(choice_row<&O::diagnostics>(
          g, "diagnostics", "", "FORMAT", {"text", "json", "sarif"},
          "with --check, for editors and code scanners: print errors and warnings in this form on "
          "standard output, and execute nothing",
          {.resume = true})),
      verbosity_row<Verbosity::quiet>(
          "quiet", 'q', "print errors only: no progress, no notes, no warnings",
          {.traces = true, .forever = true, .count = true, .resume = true}),
      verbosity_row<Verbosity::verbose>(
          "verbose", 'v', "print more about what happens",
          {.traces = true, .forever = true, .count = true, .resume = true}),
  };
}

}  // namespace

std::string_view title(Group group) {
  switch (group) {
    case Group::input:
      return "Input";
    case Group::fspec:
      return "Faults and invariant";
    case Group::search:
      return "Search";
    case Group::prove:
      return "Proofs and counts";
    case Group::replay:
      return "Replay and minimisation";
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

std::string_view topic(Group group) {
  switch (group) {
    case Group::input:
      return "input";
    case Group::fspec:
      return "faults";
    case Group::search:
      return "search";
    case Group::prove:
      return "prove";
    case Group::replay:
      return "replay";
    case Group::sweep:
      return "sweep";
    case Group::limits:
      return "limits";
    case Group::output:
      return "output";
    case Group::systems:
      return "systems";
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
