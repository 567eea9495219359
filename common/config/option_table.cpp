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
OptionRow verbosity_row(std::string_view name, std::string_view help) {
  return {name,
          '\0',
          "",
          Kind::toggle,
          Group::output,
          "",
          0,
          0,
          {},
          help,
          [](Options& o, const Value& value) {
            if (std::get<bool>(value)) o.verbosity = Level;
          },
          [](const Options& o) { return fmt::format("{}", o.verbosity == Level); },
          AppliesTo::both};
}

std::vector<OptionRow> search_rows() {
  using O = Options;
  constexpr auto g = Group::search;
  return {
      for_both(row<&O::strategy, Kind::choice>(
          g, "strategy", '\0', "search.strategy", "NAME", {},
          "how fault sets are chosen: from the lineage of good outcomes; the same run by run as "
          "published (molly); at random until one violates; all of them; or all combinations of "
          "failures that executions come across (fts)")),
      row<&O::negation, Kind::choice>(g, "negation", '\0', "search.negation", "HOW", {},
                                      "how the absence of facts is explained; --strategy molly "
                                      "also knows the paper's incomplete ways, which prove "
                                      "nothing: conservative, ignore"),
      for_both(row<&O::stop, Kind::choice>(g, "stop", '\0', "search.stop", "WHEN", {},
                                           "stop at the first counterexample, or find all minimal "
                                           "falsifiers")),
      row<&O::expand, Kind::choice>(g, "expand", '\0', "search.expand", "WHAT", {},
                                    "what the solver learns besides the lineage of executions: "
                                    "nothing (live), every possible proof at once (all), or all "
                                    "unless the possible world is very large"),
      row<&O::prune, Kind::choice>(g, "prune", '\0', "search.prune", "WHEN", {},
                                   "while grounding, drop what no fault set can make happen: "
                                   "when the possible world grows ever faster (automatic), "
                                   "never, or always"),
      row<&O::symmetry, Kind::choice>(
          g, "symmetry", '\0', "search.symmetry", "WHEN", {},
          "of fault sets that differ only in nodes which program and Fspec treat alike, look at "
          "the "
          "first one only (automatic), or at all (never); the answer is the same"),
      for_both(row<&O::solver, Kind::choice>(
          g, "solver", '\0', "search.solver", "NAME", {},
          "the SAT solver that answers the questions of --prune and of the "
          "search; one can check what the other found")),
      row<&O::beyond, Kind::toggle>(
          g, "beyond", '\0', "search.beyond", "", {},
          "if the Fspec is certified, search also those one step beyond it: one more crash, EFF "
          "and "
          "EOT one tick later, one more of each other kind of fault; the verdict stays its own"),
  };
}

std::vector<OptionRow> random_rows() {
  using O = Options;
  constexpr auto g = Group::search;
  return {
      for_both(row<&O::seed, Kind::integer>(
          g, "seed", '\0', "search.seed", "NUMBER", {},
          "seed of every random choice; changes the answer of --strategy random only")),
      for_both(row<&O::weights, Kind::weights>(
          g, "weights", '\0', "search.weights", "WEIGHTS", {},
          "how likely --strategy random makes each kind of fault, such as "
          "omissions=0.1,crashes=4: the weight stands to 1 as a fault to none; 0 is never, and "
          "what is not named weighs 1")),
      row<&O::repeat, Kind::integer>(g, "repeat", '\0', "search.repeat", "NUMBER", {1, 1'000'000},
                                     "independent searches of --strategy random, with seeds SEED, "
                                     "SEED+1, ...; the summary says how long they took"),
  };
}

/// Of faults: how many are executed, which are known, and which one is replayed.
std::vector<OptionRow> fault_rows() {
  using O = Options;
  constexpr auto g = Group::search;
  return {
      row<&O::exhaustive_limit, Kind::integer>(g, "exhaustive-limit", '\0',
                                               "search.exhaustive_limit", "NUMBER", {1, any},
                                               "most fault sets that --strategy exhaustive runs"),
      for_both(row<&O::known, Kind::texts>(
          g, "known", '\0', "known", "WHAT", {},
          "what is reported already, and left out: a fault set, a family ('C(a,3...5,6)'), a "
          "specification, a file of falsifiers (*.h5, *.json; executed first). Of a real system "
          "cases (*.json, or a folder), executed first, not left out. May be given several times")),
      row<&O::certificate, Kind::text>(g, "certificate", '\0', "", "FOLDER", {},
                                       "write what ldfi-check needs to check the verdict, of a "
                                       "sweep each cell's: program, claim, proofs"),
      for_both(row<&O::replay, Kind::text>(
          g, "replay", '\0', "", "FAULTS", {},
          "run one fault set, such as 'O(a,b,1) C(a,2)' or none, and say "
          "what happened")),
      for_systems(row<&O::deliveries, Kind::text>(
          g, "deliveries", '\0', "", "MESSAGES", {},
          "with --replay, of a real system: of messages between nodes these alone arrive, such as "
          "'n0,n1,append#0 n1,n0,append_ok#0' or none; all others stay pending")),
  };
}

std::vector<OptionRow> forever_rows() {
  using O = Options;
  constexpr auto g = Group::search;
  return {
      for_both(row<&O::check, Kind::toggle>(
          g, "check", '\0', "", "", {},
          "parse, check, size of the fault space, failure-free run; no "
          "search")),
      row<&O::forever, Kind::toggle>(
          g, "forever", '\0', "", "", {},
          "a proof for every EOT instead of a search of one Fspec, or the least EOT at which the "
          "invariant is violated; where there are specifications, of each. EOTs up to 24 are "
          "searched first. -t and -f are refused then"),
      row<&O::calm, Kind::integer>(
          g, "calm", '\0', "", "TICKS", {1, max_calm},
          "with --forever: for how many ticks before the end, the last one included, no message is "
          "lost by omission; not given: the least number, up to 8, that is proved"),
      row<&O::from, Kind::integer>(g, "from", '\0', "", "TICK", {1, max_from},
                                   "with --forever: the least EOT of which something is said"),
      row<&O::cap, Kind::integer>(
          g, "cap", '\0', "", "NUMBER", {1, 1'000'000'000},
          "with --forever: numbers that grow are followed so far beyond the largest constant that "
          "they meet; the verdict is conditional unless it is proved that none gets further. Not "
          "given: small caps are tried, and one that is proved harmless is used"),
      row<&O::aiger, Kind::text>(g, "aiger", '\0', "", "FILE", {},
                                 "with --forever: also write the circuit in which the invariant "
                                 "is to be proved, in the format of AIGER, for other provers"),
  };
}

std::vector<OptionRow> count_rows() {
  using O = Options;
  constexpr auto g = Group::search;
  return {
      row<&O::count, Kind::toggle>(
          g, "count", '\0', "", "", {},
          "say exactly how many fault sets violate the invariant, how "
          "many pass, and under how many "
          "nothing is promised, instead of a search; stored with --output"),
      row<&O::max_states, Kind::integer>(
          g, "max-states", '\0', "", "NUMBER", {1, 1'000'000'000},
          "with --count: give up if executions may be in more states at one tick"),
  };
}

std::vector<OptionRow> minimise_rows() {
  using O = Options;
  constexpr auto g = Group::search;
  return {
      row<&O::replay_schedule, Kind::text>(
          g, "replay-schedule", '\0', "", "FILE", {},
          "run a schedule (ldfi-results export --schedule), or follow a recording (ldfi-results "
          "import): the external events, crashes and messages of which it tells, and no others; "
          "status 1 if that violates the invariant, 2 if not all of it happens, else 0"),
      for_both(row<&O::minimise, Kind::toggle>(
          g, "minimise", '\0', "search.minimise", "", {},
          "make the first counterexample smaller, stage by stage: its faults, external events "
          "(--externals), deliveries, nodes, EOT, EFF and delays, with a proof or a bound for "
          "each; of a real system, which operations of clients, and which messages it takes")),
      for_both(row<&O::minimise_by, Kind::choice>(
          g, "minimise-by", '\0', "search.minimise_by", "HOW", {},
          "with --minimise: by searches and exhaustion, which prove minima (search), or by delta "
          "debugging alone, which is fast and proves none (ddmin); of a program, too, with DEMi's "
          "policies of which message is which when others go (exact, recording, type)")),
      for_both(row<&O::minimise_runs, Kind::integer>(
          g, "minimise-runs", '\0', "search.minimise_runs", "NUMBER", {0, 1'000'000'000},
          "with --minimise: how many executions the proof of one minimum may take; a search counts "
          "for twenty, and an execution of a real system for ten")),
  };
}

std::vector<OptionRow> limits_rows() {
  using O = Options;
  return {
      for_both(row<&O::time_limit_s, Kind::duration>(Group::limits, "time-limit", '\0',
                                                     "limits.time", "TIME", {0, 100 * year_s},
                                                     "give up after this time: 90, 120s, 2m, 1h")),
      for_both(row<&O::max_runs, Kind::integer>(
          Group::limits, "max-runs", '\0', "limits.runs", "NUMBER", {1, any},
          "give up after this many executions (--strategy random: each search; 1000000 if there is "
          "no other limit)")),
      for_both(row<&O::memory_limit_bytes, Kind::bytes>(
          Group::limits, "memory-limit", '\0', "limits.memory", "SIZE", {mebi, exbi},
          "give up rather than use more memory a process: 512M, "
          "4G (units are powers of 1024)")),
      row<&O::max_facts, Kind::integer>(
          Group::limits, "max-facts", '\0', "limits.facts", "NUMBER", {1'000, 100'000'000},
          "give up rather than compute more facts in one execution (or a tenth of them, or a "
          "million, at one tick), or in all possible ones together"),
      for_both(row<&O::job_timeout_s, Kind::duration>(
          Group::limits, "job-timeout", '\0', "limits.job", "TIME", {0, 100 * year_s},
          "a worker that gives no sign of life for so long in the middle of a job, or a rank 0 "
          "that "
          "gives none, is stuck: the run ends with status 74, and --resume goes on; 0 never")),
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
      row<&O::sweep_stride, Kind::choice>(
          g, "sweep-stride", '\0', "sweep.stride", "STEP", {},
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
          "name, in the working directory")),
      for_both(
          row<&O::resume, Kind::toggle>(g, "resume", '\0', "", "", {},
                                        "go on with a run that was stopped or killed, whatever the "
                                        "number of ranks: its journal stands beside the output. A "
                                        "finished run's result is printed again")),
      row<&O::results_only, Kind::toggle>(g, "results-only", '\0', "", "", {},
                                          "search no further: write and print the results of what "
                                          "the journal beside the output holds, even while its run "
                                          "goes on"),
      for_both(row<&O::summary, Kind::choice>(g, "summary", '\0', "", "FORMAT", {},
                                              "what standard output ends with; json is one line")),
      for_both(row<&O::diagnostics, Kind::choice>(
          g, "diagnostics", '\0', "", "FORMAT", {},
          "with --check, for editors and code scanners: errors and warnings in this form on "
          "standard output, and nothing else; nothing is executed")),
      verbosity_row<Verbosity::quiet>("quiet", "no progress, no notes, no warnings: errors only"),
      verbosity_row<Verbosity::verbose>("verbose", "say more about what happens"),
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
         {search_rows(), random_rows(), fault_rows(), forever_rows(), count_rows(), minimise_rows(),
          limits_rows(), all_sweep_rows(), output_rows(), systems_rows()})
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
