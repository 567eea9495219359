// The messages that a derivation graph rests on.
#pragma once

#include <optional>
#include <vector>

#include "common/dedalus/provenance/graph.hpp"
#include "common/record/trace.hpp"

namespace ldfi::trace {

/// The message behind a firing of an async rule; none if a node sends to itself, unless it is late.
std::optional<SentMessage> message_of(const dedalus::Program& program, const Fspec& fspec,
                                      const provenance::DerivationGraph& graph,
                                      const provenance::Firing& firing);

/// All messages of the graph, each once, sorted by time.
std::vector<SentMessage> messages_of(const dedalus::Program& program, const Fspec& fspec,
                                     const provenance::DerivationGraph& graph);

}  // namespace ldfi::trace
