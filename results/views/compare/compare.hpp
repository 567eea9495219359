// Compares a run with a good one: where they diverge, which rules stop or start firing, which
// support was cut, and a story in plain words.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "results/views/compare/story.hpp"
#include "results/views/lineage/explain.hpp"

namespace ldfi::results {

/// A rule that fired for tuples in one run only.
struct RuleChange {
  RuleId rule;
  std::vector<std::string> heads;  ///< for example `log(b,data)@4`, sorted by tick
};

/// The first tick at which the protocol's state differs. If it never differs, the first tick at
/// which relations differ that only the invariant reads.
struct Divergence {
  int tick = 0;
  std::vector<std::string> missing;  ///< tuples that only the good run has
  std::vector<std::string> added;    ///< tuples that only the other run has
};

struct Comparison {
  std::optional<Divergence> divergence;  ///< none if both runs have the same tuples
  std::vector<RuleChange> stopped;       ///< rules that fired in the good run only, in rule order
  std::vector<RuleChange> started;       ///< rules that fired in the other run only
  Lineage why;
  std::vector<StoryStep> story;
};

/// Compares several runs with the same good run. The firings of the good run are derived only once.
class Comparer {
 public:
  /// The subject and the good run must outlive the comparer.
  Comparer(const Subject& subject, const Rerun& good);
  ~Comparer();
  Comparer(const Comparer&) = delete;
  Comparer& operator=(const Comparer&) = delete;

  Comparison compare(const Rerun& run);

 private:
  struct Good;
  const Subject& subject_;
  std::unique_ptr<const Good> good_;
};

Comparison compare(const Subject& subject, const Rerun& run, const Rerun& good);

/// Returns the rules that fired in a run.
std::set<RuleId> fired_rules(const Subject& subject, const Rerun& run);

/// Returns the passing execution whose fault set differs least from `faults`, or the failure-free
/// execution if none is nearer.
FaultSet nearest_good(const Cell& cell, const FaultSet& faults);

}  // namespace ldfi::results
