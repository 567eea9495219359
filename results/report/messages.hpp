// The messages of a run, each with its lineage, as the report's script wants them. Private to this
// folder.
#pragma once

#include "common/record/trace.hpp"
#include "results/json/values.hpp"
#include "results/views/lineage/explain.hpp"

namespace ldfi::results {

/// A run with more messages than this is told without their lineages.
inline constexpr std::size_t max_explained = 1'000;

/// Adds `messages`, a list of {tick of sending, from, to (numbers of nodes), relation, head, lost,
/// part of the explanation, number of its node in `support` or null}.
void add_messages(const Trace& trace, Json& detail);

/// Adds `support`, one graph for all messages: `nodes`, a list of {kind, text}, and `below`, the
/// numbers of what each rests on; and fills the messages' numbers. Adds nothing for too many.
void add_support(const Subject& subject, const Rerun& execution, const Rerun& good,
                 const Trace& trace, Json& detail);

}  // namespace ldfi::results
