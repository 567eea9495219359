// Explains why a negated premise is true: why no rule derives the tuple that the premise excludes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/dedalus/provenance/graph.hpp"
#include "results/views/lineage/derivations.hpp"
#include "results/views/trace/subject.hpp"

namespace ldfi::results {

/// The reason why a tuple does not hold: what prevents the rule that comes nearest to deriving it.
struct WhyNot {
  /// The reason, such as "ack(a,_)@3 does not hold" or "missed(u,x)@6 holds".
  std::string text;
  /// The rule that `blockers` prevent from firing. Nullopt if there are no blockers.
  std::optional<RuleId> rule{};
  std::vector<Fact> blockers{};  ///< tuples that make a negated premise of the rule false
};

/// Returns the reason why `absent` does not hold. It must not hold in the execution.
WhyNot why_not(const Subject& subject, const Rerun& execution, const provenance::Goal& absent);

}  // namespace ldfi::results
