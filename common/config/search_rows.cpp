// What a user can say of the search, and of what takes its place.
#include "common/config/option_row.hpp"

namespace ldfi::config {
namespace {

std::vector<OptionRow> strategy_rows() {
  using O = Options;
  constexpr auto g = Group::search;
  return {
      for_both(choice_row<&O::strategy>(
          g, "strategy", "search.strategy", "NAME",
          {"lineage", "molly", "random", "exhaustive", "fts"},
          "how fault sets are chosen: from the lineage of good outcomes; the same run by run as "
          "published (molly); at random until one violates; all of them; or all combinations of "
          "failures that executions come across (fts)")),
      choice_row<&O::negation>(g, "negation", "search.negation", "HOW",
                               {"exact", "conservative", "ignore"},
                               "how the absence of facts is explained; --strategy molly "
                               "also knows the paper's incomplete ways, which prove "
                               "nothing: conservative, ignore"),
      for_both(choice_row<&O::stop>(g, "stop", "search.stop", "WHEN", {"first", "all"},
                                    "stop at the first counterexample, or find all minimal "
                                    "falsifiers")),
      choice_row<&O::expand>(g, "expand", "search.expand", "WHAT", {"live", "all", "automatic"},
                             "what the solver learns besides the lineage of executions: "
                             "nothing (live), every possible proof at once (all), or all "
                             "unless the possible world is very large"),
      choice_row<&O::prune>(g, "prune", "search.prune", "WHEN", {"automatic", "never", "always"},
                            "while grounding, drop what no fault set can make happen: "
                            "when the possible world grows ever faster (automatic), "
                            "never, or always",
                            {.count = true}),
      choice_row<&O::symmetry>(
          g, "symmetry", "search.symmetry", "WHEN", {"automatic", "never"},
          "of fault sets that differ only in nodes which program and Fspec treat alike, look at "
          "the "
          "first one only (automatic), or at all (never); the answer is the same"),
      for_both(
          choice_row<&O::solver>(g, "solver", "search.solver", "NAME", {"cadical", "cryptominisat"},
                                 "the SAT solver that answers the questions of --prune and of the "
                                 "search; one can check what the other found",
                                 {.traces = true, .forever = true, .count = true})),
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
          "seed of every random choice; changes the answer of --strategy random only",
          {.forever = true})),
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
      row<&O::exhaustive_limit, Kind::integer>(
          g, "exhaustive-limit", '\0', "search.exhaustive_limit", "NUMBER", {1, any},
          "most fault sets that --strategy exhaustive runs", {.resume = true}),
      for_both(row<&O::known, Kind::texts>(
          g, "known", '\0', "known", "WHAT", {},
          "what is reported already, and left out: a fault set, a family ('C(a,3...5,6)'), a "
          "specification, a file of falsifiers (*.h5, *.json; executed first). Of a real system "
          "cases (*.json, or a folder), executed first, not left out. May be given several times")),
      row<&O::certificate, Kind::text>(g, "certificate", '\0', "", "FOLDER", {},
                                       "write what ldfi-check needs to check the verdict, of a "
                                       "sweep each cell's: program, claim, proofs",
                                       {.forever = true}),
      for_both(row<&O::replay, Kind::text>(
          g, "replay", '\0', "", "FAULTS", {},
          "run one fault set, such as 'O(a,b,1) C(a,2)' or none, and say "
          "what happened",
          {.resume = true})),
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
          "search",
          {.resume = true})),
      row<&O::forever, Kind::toggle>(
          g, "forever", '\0', "", "", {},
          "a proof for every EOT instead of a search of one Fspec, or the least EOT at which the "
          "invariant is violated; where there are specifications, of each. EOTs up to 24 are "
          "searched first. -t and -f are refused then",
          {.forever = true}),
      row<&O::calm, Kind::integer>(
          g, "calm", '\0', "", "TICKS", {1, max_calm},
          "with --forever: for how many ticks before the end, the last one included, no message is "
          "lost by omission; not given: the least number, up to 8, that is proved",
          {.forever = true}),
      row<&O::from, Kind::integer>(g, "from", '\0', "", "TICK", {1, max_from},
                                   "with --forever: the least EOT of which something is said",
                                   {.forever = true}),
      row<&O::cap, Kind::integer>(
          g, "cap", '\0', "", "NUMBER", {1, 1'000'000'000},
          "with --forever: numbers that grow are followed so far beyond the largest constant that "
          "they meet; the verdict is conditional unless it is proved that none gets further. Not "
          "given: small caps are tried, and one that is proved harmless is used",
          {.forever = true}),
      row<&O::aiger, Kind::text>(g, "aiger", '\0', "", "FILE", {},
                                 "with --forever: also write the circuit in which the invariant "
                                 "is to be proved, in the format of AIGER, for other provers",
                                 {.forever = true}),
  };
}

std::vector<OptionRow> count_rows() {
  using O = Options;
  constexpr auto g = Group::search;
  return {
      row<&O::count, Kind::toggle>(g, "count", '\0', "", "", {},
                                   "say exactly how many fault sets violate the invariant, how "
                                   "many pass, and under how many "
                                   "nothing is promised, instead of a search; stored with --output",
                                   {.count = true}),
      row<&O::max_states, Kind::integer>(
          g, "max-states", '\0', "", "NUMBER", {1, 1'000'000'000},
          "with --count: give up if executions may be in more states at one tick", {.count = true}),
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
      for_both(choice_row<&O::minimise_by>(
          g, "minimise-by", "search.minimise_by", "HOW",
          {"search", "ddmin", "exact", "recording", "type"},
          "with --minimise: by searches and exhaustion, which prove minima (search), or by delta "
          "debugging alone, which is fast and proves none (ddmin); of a program, too, with DEMi's "
          "policies of which message is which when others go (exact, recording, type)")),
      for_both(row<&O::minimise_runs, Kind::integer>(
          g, "minimise-runs", '\0', "search.minimise_runs", "NUMBER", {0, 1'000'000'000},
          "with --minimise: how many executions the proof of one minimum may take; a search counts "
          "for twenty, and an execution of a real system for ten")),
  };
}

}  // namespace

std::vector<OptionRow> search_rows() {
  std::vector<OptionRow> out = strategy_rows();
  for (auto&& part : {random_rows(), fault_rows(), forever_rows(), count_rows(), minimise_rows()})
    out.insert(out.end(), part.begin(), part.end());
  return out;
}

}  // namespace ldfi::config
