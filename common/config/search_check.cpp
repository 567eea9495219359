#include "common/config/search_check.hpp"

#include <fmt/core.h>

#include <utility>

namespace ldfi::config {
namespace {

void check_known(const Options& o, const Problem& problem) {
  if (o.known.empty()) return;
  if (o.strategy == StrategyName::molly || o.strategy == StrategyName::fts) {
    problem("config-search", {"known", "strategy"},
            "--known is for the other strategies, not for molly and fts");
  }
  if (o.sweep) {
    problem("config-search", {"known"}, "--known is for one Fspec, and --sweep has several");
  }
}

/// Only of one Fspec, whose search comes to an end, there is a step beyond.
void check_beyond(const Options& o, const Problem& problem) {
  if (!o.beyond) return;
  if (o.sweep) {
    problem("config-search", {"beyond"}, "--beyond is for one Fspec, and --sweep has several");
  }
  if (!o.known.empty()) {
    problem("config-search", {"beyond", "known"}, "--beyond and --known exclude each other");
  }
  if (o.strategy == StrategyName::random) {
    problem("config-search", {"beyond", "strategy"},
            "--beyond needs a search that certifies, and --strategy random does not");
  }
}

/// The other searches know nothing of time that passes under way.
void check_late(const Options& o, const Problem& problem) {
  if (o.strategy != StrategyName::molly && o.strategy != StrategyName::fts) return;
  for (const auto& [name, some] :
       {std::pair("delay-max", o.delay_max > 0), std::pair("duplicates", o.duplicates > 0)}) {
    if (!some) continue;
    problem("config-search", {name, "strategy"},
            fmt::format("--{} is for --strategy lineage, exhaustive and random", name));
  }
}

}  // namespace

void check_search(const Options& o, const Problem& problem) {
  check_known(o, problem);
  check_beyond(o, problem);
  check_late(o, problem);
  if (!o.specifications.empty() && o.strategy != StrategyName::lineage) {
    problem("config-search", {"spec", "strategy"},
            "--spec is for --strategy lineage: other searches judge one invariant only");
  }
  if (o.negation != Negation::exact && o.strategy != StrategyName::molly) {
    problem("config-search", {"negation", "strategy"},
            "--negation conservative and ignore are for --strategy molly: other searches do not "
            "guess why a fact is absent");
  }
  if (o.strategy != StrategyName::random) {
    if (o.repeat > 1) {
      problem("config-search", {"repeat", "strategy"},
              "--repeat is for --strategy random: other searches always do the same");
    }
  } else if (o.stop == StopRule::all) {
    problem("config-search", {"stop", "strategy"},
            "--stop all needs a search that comes to an end, and --strategy random does not");
  }
}

}  // namespace ldfi::config
