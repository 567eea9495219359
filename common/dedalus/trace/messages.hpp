// Finds the messages that a derivation graph depends on.
#pragma once

#include <optional>
#include <vector>

#include "common/dedalus/provenance/graph.hpp"
#include "common/record/trace.hpp"

namespace ldfi::trace {

/// Returns the message that a firing sends, in time or late. Returns nullopt for firings that send
/// nothing, and for a message of a node to itself that is not late.
std::optional<SentMessage> message_of(const dedalus::Program& program, const Fspec& fspec,
                                      const provenance::DerivationGraph& graph,
                                      const provenance::Firing& firing);

/// Returns all messages of the graph, each once, sorted by time.
std::vector<SentMessage> messages_of(const dedalus::Program& program, const Fspec& fspec,
                                     const provenance::DerivationGraph& graph);

}  // namespace ldfi::trace
