// The rows of the options about searches, proofs, counts, replays and minimisation.
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
          "how fault sets are chosen. lineage: those that the lineage of good outcomes suggests. "
          "molly: the same, one execution at a time as published. random: by chance, until one "
          "violates. exhaustive: all. fts: all combinations of the failures that executions "
          "offer")),
      choice_row<&O::negation>(
          g, "negation", "search.negation", "HOW", {"exact", "conservative", "ignore"},
          "how the absence of facts is explained; conservative and ignore are the published, "
          "incomplete ways, which prove nothing, for --strategy molly only"),
      for_both(choice_row<&O::stop>(g, "stop", "search.stop", "WHEN", {"first", "all"},
                                    "stop at the first counterexample, or find all minimal ones")),
      choice_row<&O::expand>(
          g, "expand", "search.expand", "WHAT", {"live", "all", "automatic"},
          "what the solver learns: the lineage of each execution (live), all possible derivations "
          "at the start (all), or all of them unless there are very many (automatic)"),
      choice_row<&O::prune>(g, "prune", "search.prune", "WHEN", {"automatic", "never", "always"},
                            "whether grounding drops facts that hold under no fault set; "
                            "automatic: if the number of facts grows ever faster",
                            {.count = true}),
      choice_row<&O::symmetry>(g, "symmetry", "search.symmetry", "WHEN", {"automatic", "never"},
                               "automatic: of fault sets that differ only by nodes with the same "
                               "role, search one. never: search all. The answer is the same"),
      for_both(choice_row<&O::solver>(g, "solver", "search.solver", "NAME",
                                      {"cadical", "cryptominisat"},
                                      "the SAT solver; run a search with both to compare them",
                                      {.traces = true, .forever = true, .count = true})),
      row<&O::beyond, Kind::toggle>(
          g, "beyond", '\0', "search.beyond", "", {},
          "if the Fspec is certified, also search those that allow a little more: one more crash, "
          "EFF and EOT one tick later, one more fault of each other kind. The verdict is about the "
          "Fspec itself"),
  };
}

std::vector<OptionRow> random_rows() {
  using O = Options;
  constexpr auto g = Group::search;
  return {
      for_both(row<&O::seed, Kind::integer>(
          g, "seed", '\0', "search.seed", "NUMBER", {},
          "seed of all random choices; it changes the answer of --strategy random only",
          {.forever = true})),
      for_both(
          row<&O::weights, Kind::weights>(g, "weights", '\0', "search.weights", "WEIGHTS", {},
                                          "how often --strategy random chooses each kind of fault, "
                                          "such as omissions=0.1,crashes=4. A weight w means odds "
                                          "of w to 1; 0 means never; the default is 1")),
      row<&O::repeat, Kind::integer>(
          g, "repeat", '\0', "search.repeat", "NUMBER", {1, 1'000'000},
          "number of independent searches of --strategy random, with seeds SEED, SEED+1, ...; the "
          "summary says how long they took"),
  };
}

std::vector<OptionRow> fault_set_rows() {
  using O = Options;
  constexpr auto g = Group::search;
  return {
      row<&O::exhaustive_limit, Kind::integer>(
          g, "exhaustive-limit", '\0', "search.exhaustive_limit", "NUMBER", {1, any},
          "the largest number of fault sets that --strategy exhaustive runs", {.resume = true}),
      for_both(row<&O::known, Kind::texts>(
          g, "known", '\0', "known", "WHAT", {},
          "a known counterexample, which the search then leaves out: a fault set, a family "
          "('C(a,3...5,6)'), a specification, or a file of counterexamples (*.h5, *.json), which "
          "is executed first. For a real system: a case or a folder of cases (*.json), which are "
          "executed first. May be given several times")),
      for_both(row<&O::check, Kind::toggle>(g, "check", '\0', "", "", {},
                                            "check program and config, print the size of the fault "
                                            "space, run without faults; no search",
                                            {.resume = true})),
  };
}

std::vector<OptionRow> forever_rows() {
  using O = Options;
  constexpr auto g = Group::prove;
  return {
      row<&O::forever, Kind::toggle>(
          g, "forever", '\0', "", "", {},
          "prove the invariant and each specification for every EOT, or find the least EOT at "
          "which one is violated. EOTs up to 24 are searched first. Excludes -t and -f",
          {.forever = true}),
      row<&O::calm, Kind::integer>(
          g, "calm", '\0', "", "TICKS", {1, max_calm},
          "with --forever: how many ticks before the end, the last one included, lose no message; "
          "otherwise the least number up to 8 for which a proof is found",
          {.forever = true}),
      row<&O::from, Kind::integer>(g, "from", '\0', "", "TICK", {1, max_from},
                                   "with --forever: the least EOT about which something is proved",
                                   {.forever = true}),
      row<&O::cap, Kind::integer>(
          g, "cap", '\0', "", "NUMBER", {1, 1'000'000'000},
          "with --forever: how far beyond the largest constant numbers that grow are followed. The "
          "verdict is conditional unless no number gets further. Otherwise small caps are tried, "
          "and one that is proved harmless is used",
          {.forever = true}),
      row<&O::aiger, Kind::text>(g, "aiger", '\0', "", "FILE", {},
                                 "with --forever: also write the circuit that is proved, as an "
                                 "AIGER file for other provers",
                                 {.forever = true}),
  };
}

std::vector<OptionRow> count_rows() {
  using O = Options;
  constexpr auto g = Group::prove;
  return {
      row<&O::count, Kind::toggle>(
          g, "count", '\0', "", "", {},
          "count exactly how many fault sets violate the invariant, how many satisfy it, and under "
          "how many it promises nothing; no search. --output stores the numbers",
          {.count = true}),
      row<&O::max_states, Kind::integer>(
          g, "max-states", '\0', "", "NUMBER", {1, 1'000'000'000},
          "with --count: give up if executions can be in more states than this at one tick",
          {.count = true}),
      row<&O::certificate, Kind::text>(g, "certificate", '\0', "", "FOLDER", {},
                                       "write a certificate, with which ldfi-check checks the "
                                       "verdict; for a sweep, one for each cell",
                                       {.forever = true}),
  };
}

std::vector<OptionRow> replay_rows() {
  using O = Options;
  constexpr auto g = Group::replay;
  return {
      for_both(row<&O::replay, Kind::text>(
          g, "replay", '\0', "", "FAULTS", {},
          "run one fault set, such as 'O(a,b,1) C(a,2)' or none, and show what happens",
          {.resume = true})),
      for_systems(row<&O::deliveries, Kind::text>(
          g, "deliveries", '\0', "", "MESSAGES", {},
          "with --replay of a real system: the only messages between nodes that arrive, such as "
          "'n0,n1,append#0 n1,n0,append_ok#0' or none; all others stay pending")),
      row<&O::replay_schedule, Kind::text>(
          g, "replay-schedule", '\0', "", "FILE", {},
          "run a schedule (ldfi-results export --schedule) or follow a recording (ldfi-results "
          "import): exactly its external events, crashes and messages. The exit status is 1 if the "
          "invariant is violated, 2 if not all of them happen, else 0"),
      for_both(row<&O::minimise, Kind::toggle>(
          g, "minimise", '\0', "search.minimise", "", {},
          "reduce the first counterexample in stages: faults, external events (--externals), "
          "deliveries, nodes, EOT, EFF and delays, each with a proof or a bound. For a real "
          "system: operations of clients, nodes and messages")),
      for_both(choice_row<&O::minimise_by>(
          g, "minimise-by", "search.minimise_by", "HOW",
          {"search", "ddmin", "exact", "recording", "type"},
          "with --minimise. search: prove minima by searches and exhaustion. ddmin: delta "
          "debugging only, which is fast and proves nothing. exact, recording, type: as ddmin, for "
          "programs, with DEMi's ways to match messages")),
      for_both(row<&O::minimise_runs, Kind::integer>(
          g, "minimise-runs", '\0', "search.minimise_runs", "NUMBER", {0, 1'000'000'000},
          "with --minimise: how many executions the proof of one minimum may take; a search counts "
          "as 20, an execution of a real system as 10")),
  };
}

}  // namespace

std::vector<OptionRow> search_rows() {
  std::vector<OptionRow> out = strategy_rows();
  for (auto&& part : {random_rows(), fault_set_rows(), forever_rows(), count_rows(), replay_rows()})
    out.insert(out.end(), part.begin(), part.end());
  return out;
}

}  // namespace ldfi::config
