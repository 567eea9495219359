// Writes the messages of a run, each with its lineage, as the JSON that the script of the report reads.
// Private to this folder.
#pragma once

#include "common/record/trace.hpp"
#include "results/json/values.hpp"
#include "results/views/lineage/explain.hpp"

namespace ldfi::results {

/// If an execution has more messages than this, the page does not show the lineages of messages.
inline constexpr std::size_t max_explained = 1'000;

/// Adds `messages`, a list of [tick of sending, sender, receiver, relation, head, lost, needed, node].
/// Sender and receiver are numbers of nodes. `needed` says whether the explanation needs the message.
/// `node` is the number of the message's node in `support`, or null.
void add_messages(const Trace& trace, Json& detail);

/// Adds `support`, one lineage graph for all messages: `nodes`, a list of [kind, text], and `below`, which
/// lists for each node the numbers of the nodes that it was derived from. Fills in `node` of each message.
/// Adds nothing if the run has more than max_explained messages.
void add_support(const Subject& subject, const Rerun& execution, const Rerun& good,
                 const Trace& trace, Json& detail);

}  // namespace ldfi::results
