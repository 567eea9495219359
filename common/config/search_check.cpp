#include "common/config/search_check.hpp"

#include <fmt/core.h>

#include <utility>

#include "common/config/weights.hpp"

namespace ldfi::config {
namespace {

void check_known(const Options& o, const Problem& problem) {
  if (o.known.empty()) return;
  if (o.strategy == StrategyName::molly || o.strategy == StrategyName::fts) {
    problem("config-search", {"known", "strategy"},
            "--known does not work with --strategy molly and fts");
  }
  if (o.sweep) {
    problem("config-search", {"known"}, "--known is for one Fspec, but --sweep has several");
  }
}

/// Reports --beyond if there are several Fspecs, or if the search never ends.
void check_beyond(const Options& o, const Problem& problem) {
  if (!o.beyond) return;
  if (o.sweep) {
    problem("config-search", {"beyond"}, "--beyond is for one Fspec, but --sweep has several");
  }
  if (!o.known.empty()) {
    problem("config-search", {"beyond", "known"}, "--beyond and --known exclude each other");
  }
  if (o.strategy == StrategyName::random) {
    problem("config-search", {"beyond", "strategy"},
            "--beyond needs a search that can certify: --strategy random cannot");
  }
}

/// Reports faults other than omissions, crashes, delays and duplicates, because schedules cannot
/// contain them.
void refuse_other_faults(const Options& o, std::string_view option, const Problem& problem) {
  const auto refuse = [&](std::string_view name, bool some, const char* what) {
    if (!some) return;
    problem("config-minimise", {name, option},
            fmt::format("--{} does not support {} yet", option, what));
  };
  refuse("spec", !o.specifications.empty(), "specifications with names");
  each_axis([&]<class FaultKind>(FaultKind*) {
    if constexpr (!has_support<FaultKind>(Support::schedules)) {
      refuse(FaultKind::option, o.most.of<FaultKind>() > 0, FaultKind::number.many);
    }
  });
}

/// Reports --minimise if there are several Fspecs, because a minimisation starts from the first
/// counterexample of a single search.
void check_minimise(const Options& o, const Problem& problem) {
  if (!o.minimise) {
    if (o.minimise_by != MinimiseBy::search) {
      problem("config-minimise", {"minimise-by"}, "--minimise-by needs --minimise");
    }
    if (o.minimise_runs != Options{}.minimise_runs) {
      problem("config-minimise", {"minimise-runs"}, "--minimise-runs needs --minimise");
    }
    return;
  }
  const auto refuse = [&](std::string_view name, bool some, const char* what) {
    if (!some) return;
    problem("config-minimise", {name, "minimise"},
            fmt::format("--minimise does not support {} yet", what));
  };
  refuse("sweep", o.sweep, "sweeps (it is for one Fspec)");
  refuse("beyond", o.beyond, "Fspecs beyond the one that is searched");
  refuse("known", !o.known.empty(), "known faults");
  refuse_other_faults(o, "minimise", problem);
  if (o.strategy != StrategyName::molly && o.strategy != StrategyName::fts) return;
  problem("config-minimise", {"minimise", "strategy"},
          "--minimise needs --strategy lineage, exhaustive or random");
}

/// Reports strategies that do not support messages which are late by several ticks.
void check_late(const Options& o, const Problem& problem) {
  if (o.strategy != StrategyName::molly && o.strategy != StrategyName::fts) return;
  for (const auto& [name, some] : {std::pair("delay-max", o.delay_max > 0),
                                   std::pair("duplicates", o.most.of<Duplicate>() > 0)}) {
    if (!some) continue;
    problem("config-search", {name, "strategy"},
            fmt::format("--{} needs --strategy lineage, exhaustive or random", name));
  }
}

}  // namespace

void check_search(const Options& o, const Problem& problem) {
  check_known(o, problem);
  check_beyond(o, problem);
  check_late(o, problem);
  check_minimise(o, problem);
  check_weights(o, problem);
  if (!o.replay_schedule.empty()) refuse_other_faults(o, "replay-schedule", problem);
  if (!o.specifications.empty() && o.strategy != StrategyName::lineage) {
    problem("config-search", {"spec", "strategy"},
            "--spec needs --strategy lineage: other searches judge one invariant only");
  }
  if (o.negation != Negation::exact && o.strategy != StrategyName::molly) {
    problem("config-search", {"negation", "strategy"},
            "--negation conservative and ignore need --strategy molly: other searches do not guess "
            "why a fact is absent");
  }
  if (o.strategy != StrategyName::random) {
    if (o.repeat > 1) {
      problem("config-search", {"repeat", "strategy"},
              "--repeat needs --strategy random: other searches always do the same");
    }
  } else if (o.stop == StopRule::all) {
    problem("config-search", {"stop", "strategy"},
            "--stop all needs a search that ends: --strategy random does not");
  }
}

}  // namespace ldfi::config
