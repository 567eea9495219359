// Finds the messages on which the facts of a derivation graph depend.
#pragma once

#include <optional>
#include <vector>

#include "common/dedalus/provenance/graph.hpp"
#include "common/record/trace.hpp"

namespace ldfi::trace {

/// Returns the message that a firing of a rule sends, in time or late. Returns nullopt if the
/// firing sends no message. Also returns nullopt for a message of a node to itself, unless the
/// message is late.
std::optional<SentMessage> message_of(const dedalus::Program& program, const Fspec& fspec,
                                      const provenance::DerivationGraph& graph,
                                      const provenance::Firing& firing);

/// Returns all messages of the graph, each once, sorted by time.
std::vector<SentMessage> messages_of(const dedalus::Program& program, const Fspec& fspec,
                                     const provenance::DerivationGraph& graph);

}  // namespace ldfi::trace
