// Why a negated premise holds: what keeps every rule from deriving the excluded tuple.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/dedalus/provenance/graph.hpp"
#include "results/views/lineage/derivations.hpp"
#include "results/views/trace/subject.hpp"

namespace ldfi::results {

/// Why a tuple does not hold, by the rule that comes nearest to deriving it.
struct WhyNot {
  std::string text;              ///< such as "ack(a,_)@3 does not hold" or "missed(u,x)@6 holds"
  std::optional<RuleId> rule{};  ///< the rule that `blockers` keep from firing; set only with them
  std::vector<Fact> blockers{};  ///< the tuples that a negated premise of the rule excludes
};

/// `absent` must be an absent goal of the execution.
WhyNot why_not(const Subject& subject, const Rerun& execution, const provenance::Goal& absent);

}  // namespace ldfi::results
