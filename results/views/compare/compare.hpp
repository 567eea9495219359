// Compares an execution with a good one, usually the failure-free run. The result is the tick at
// which the two diverge, the rules that fire in only one of them, and an explanation in plain
// words.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "results/views/compare/story.hpp"
#include "results/views/lineage/explain.hpp"

namespace ldfi::results {

/// A rule that fired in only one of two executions, and the tuples for which it did.
struct RuleChange {
  RuleId rule;
  std::vector<std::string> heads;  ///< for example `log(b,data)@4`, sorted by tick
};

/// The first tick at which the two executions differ in a relation of the protocol. If there is no
/// such tick, the first tick at which they differ in a relation that only the invariant reads.
struct Divergence {
  int tick = 0;
  std::vector<std::string> missing;  ///< tuples that only the good execution has
  std::vector<std::string> added;    ///< tuples that only the other execution has
};

struct Comparison {
  std::optional<Divergence> divergence;  ///< nullopt if both executions have the same tuples
  /// Rules that fired only in the good execution, in the order of the program.
  std::vector<RuleChange> stopped;
  std::vector<RuleChange> started;  ///< rules that fired only in the other execution
  Lineage why;
  std::vector<StoryStep> story;
};

/// Compares several executions with the same good execution, which is analysed only once.
class Comparer {
 public:
  /// The subject and the good execution must outlive the object.
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

/// Returns the rules that fired in an execution.
std::set<RuleId> fired_rules(const Subject& subject, const Rerun& run);

/// Returns the fault set of the passing execution whose faults differ least from `faults`. Returns
/// the empty fault set if it is as near as any other.
FaultSet nearest_good(const Cell& cell, const FaultSet& faults);

}  // namespace ldfi::results
