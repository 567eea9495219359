// Explains why a negated premise holds: what keeps every rule from deriving the excluded tuple.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/dedalus/provenance/graph.hpp"
#include "results/views/lineage/derivations.hpp"
#include "results/views/trace/subject.hpp"

namespace ldfi::results {

/// Why a tuple does not hold, told by the rule that comes nearest to deriving it.
struct WhyNot {
  /// For example "ack(a,_)@3 does not hold" or "missed(u,x)@6 holds".
  std::string text;
  /// The rule that `blockers` keep from firing; set only together with them.
  std::optional<RuleId> rule{};
  std::vector<Fact> blockers{};  ///< the tuples that violate a negated premise of the rule
};

/// `absent` must be an absent goal of the execution.
WhyNot why_not(const Subject& subject, const Rerun& execution, const provenance::Goal& absent);

}  // namespace ldfi::results
