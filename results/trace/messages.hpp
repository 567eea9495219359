// The messages that a derivation graph rests on.
#pragma once

#include <compare>
#include <string>
#include <vector>

#include "common/dedalus/provenance/graph.hpp"

namespace ldfi::results {

struct Message {
  NodeId from;
  NodeId to;
  std::string head;  ///< the tuple that it makes hold at the receiver: `log(b,data)`
  RelationId relation;
  eval::Tuple tuple;
  auto operator<=>(const Message&) const = default;
};

struct SentMessage {
  Time sent;  ///< it holds at the receiver one tick later
  Message message;
  auto operator<=>(const SentMessage&) const = default;
};

/// The message behind a firing of an async rule; none if a node sends to itself.
std::optional<SentMessage> message_of(const dedalus::Program& program, const Fspec& fspec,
                                      const provenance::DerivationGraph& graph,
                                      const provenance::Firing& firing);

/// All messages of the graph, each once, sorted by time.
std::vector<SentMessage> messages_of(const dedalus::Program& program, const Fspec& fspec,
                                     const provenance::DerivationGraph& graph);

}  // namespace ldfi::results
