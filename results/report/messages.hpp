// Writes the messages of an execution, each with the facts from which it follows, as JSON for the
// script of the report. Private to this folder.
#pragma once

#include "common/record/trace.hpp"
#include "results/json/values.hpp"
#include "results/views/lineage/explain.hpp"

namespace ldfi::results {

/// If an execution has more messages than this, the page does not show from which facts they
/// follow.
inline constexpr std::size_t max_explained = 1'000;

/// Adds `messages`, a list of [tick of sending, sender, receiver, relation, head, lost, needed,
/// node]. Sender and receiver are numbers of nodes. `needed` says whether the outcome depends on
/// the message. `node` is the index of the message in `support.nodes`, or null.
void add_messages(const Trace& trace, Json& detail);

/// Adds `support`, one graph of the facts from which all messages follow: `nodes`, a list of [kind,
/// text], and `below`, which lists for each node the indices of the nodes from which it follows.
/// Sets `node` of each message. Adds nothing if the execution has more than max_explained messages.
void add_support(const Subject& subject, const Rerun& execution, const Rerun& good,
                 const Trace& trace, Json& detail);

}  // namespace ldfi::results
