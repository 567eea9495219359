// Why a negated premise holds: what keeps every rule from deriving the excluded tuple.
#pragma once

#include <string>

#include "common/dedalus/provenance/graph.hpp"
#include "results/trace/subject.hpp"

namespace ldfi::results {

/// One sentence about the rule that comes nearest to firing, such as "needs ack(a,_)@3, which does
/// not hold" or "the message that b sends at 1 is lost". `absent` is an absent goal of the
/// execution.
std::string why_not(const Subject& subject, const Rerun& execution, const provenance::Goal& absent);

}  // namespace ldfi::results
