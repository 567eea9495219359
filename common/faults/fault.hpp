// One fault of any kind. The rest of the program asks the questions below and does not know the
// kinds, which are listed in kinds.hpp.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "common/faults/kinds.hpp"
#include "common/faults/members.hpp"

namespace ldfi {

struct FspecParameters;

/// What the ids in faults mean. It refers to lists of names that must outlive it.
struct Names {
  Names(const Fspec& fspec);            // NOLINT(google-explicit-constructor)
  Names(const FspecParameters& fspec);  // NOLINT(google-explicit-constructor): of an Fspec, sorted
  const std::vector<std::string>& nodes;      ///< by NodeId
  const std::vector<std::string>& relations;  ///< by NamedId
};

[[nodiscard]] inline Losses losses(const Fault& fault) {
  return std::visit([](const auto& f) { return losses(f); }, fault);
}
[[nodiscard]] inline NodeState state_of(const Fault& fault, NodeId node, Time at) {
  return std::visit([&](const auto& f) { return state_of(f, node, at); }, fault);
}
/// The tick at which the fault begins.
[[nodiscard]] inline Time first_tick(const Fault& fault) {
  return std::visit([](const auto& f) { return first_tick(f); }, fault);
}
/// True if the fault loses what would go through the channel.
[[nodiscard]] inline bool loses(const Fault& fault, const Channel& channel) {
  return std::visit([&](const auto& f) { return loses(f, channel); }, fault);
}
/// True if the fault opens the channel, of ChannelKind::keep.
[[nodiscard]] bool opens(const Fault& fault, const Channel& channel);
[[nodiscard]] inline std::optional<FaultFact> fact_of(const Fault& fault) {
  return std::visit([](const auto& f) { return fact_of(f); }, fault);
}
/// True if the fault makes the fact hold.
[[nodiscard]] bool makes(const Fault& fault, const FaultFact& fact);
/// The node that crashes; nothing for a fault of the messages between nodes.
[[nodiscard]] std::optional<NodeId> crashed_node(const Fault& fault);
[[nodiscard]] inline bool is_omission(const Fault& fault) {
  return std::holds_alternative<Omission>(fault);
}
/// True for what arrives late or twice.
[[nodiscard]] inline bool is_late(const Fault& fault) {
  return kind_spans[fault.index()] == Span::length;
}
/// By how many ticks the fault makes something late; 0 for those of other kinds.
[[nodiscard]] int lateness(const Fault& fault);
/// Why no fault set may contain both, as a text; null if one may. Requires `one` < `other`.
[[nodiscard]] const char* excludes(const Fault& one, const Fault& other);
/// True if `fault` has no effect in a fault set that contains `other`.
[[nodiscard]] bool redundant(const Fault& fault, const Fault& other);
/// True if no canonical fault set contains both: they exclude each other, or one has no effect.
[[nodiscard]] bool apart(const Fault& one, const Fault& other);
[[nodiscard]] bool admits(const Fspec& fspec, const Fault& fault);

/// `O(a,b,3)`; names that are not plain words are quoted.
[[nodiscard]] std::string to_text(const Fault& fault, const Names& names);
/// `messages from a to b sent at 3 are lost`
[[nodiscard]] std::string in_words(const Fault& fault, const Fspec& fspec);
/// `lost: a → b, sent at 3`, as a node of a lineage
[[nodiscard]] std::string as_cause(const Fault& fault, const Fspec& fspec);

}  // namespace ldfi
