// A fault of any kind. With the functions below, other code handles faults without a case for each
// kind. kinds.hpp lists the kinds.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "common/faults/kinds.hpp"
#include "common/faults/members.hpp"

namespace ldfi {

struct FspecParameters;

/// The names of nodes and relations, which faults store only as ids. The lists of names must
/// outlive this object.
struct Names {
  Names(const Fspec& fspec);  // NOLINT(google-explicit-constructor)
  // NOLINT(google-explicit-constructor): the names must be sorted, as in Fspec::parameters()
  Names(const FspecParameters& fspec);
  const std::vector<std::string>& nodes;      ///< names of the nodes; a NodeId is the index of a
                                              ///< name
  const std::vector<std::string>& relations;  ///< names of the relations; a NamedId is the index of
                                              ///< a name
};

[[nodiscard]] inline Losses losses(const Fault& fault) {
  return std::visit([](const auto& f) { return losses(f); }, fault);
}
[[nodiscard]] inline NodeState state_of(const Fault& fault, NodeId node, Time at) {
  return std::visit([&](const auto& f) { return state_of(f, node, at); }, fault);
}
/// Returns the tick at which the fault begins.
[[nodiscard]] inline Time first_tick(const Fault& fault) {
  return std::visit([](const auto& f) { return first_tick(f); }, fault);
}
/// Returns true if the fault loses the data that the channel carries.
[[nodiscard]] inline bool loses(const Fault& fault, const Channel& channel) {
  return std::visit([&](const auto& f) { return loses(f, channel); }, fault);
}
/// Returns true if, because of the fault, the old data on a disk stay. Requires a channel of the
/// kind ChannelKind::keep, which carries such data.
[[nodiscard]] bool opens(const Fault& fault, const Channel& channel);
[[nodiscard]] inline std::optional<FaultFact> fact_of(const Fault& fault) {
  return std::visit([](const auto& f) { return fact_of(f); }, fault);
}
/// Returns true if the fact holds because of the fault.
[[nodiscard]] bool makes(const Fault& fault, const FaultFact& fact);
/// Returns the node that crashes or restarts, or nullopt for faults of other kinds.
[[nodiscard]] std::optional<NodeId> crashed_node(const Fault& fault);
[[nodiscard]] inline bool is_omission(const Fault& fault) {
  return std::holds_alternative<Omission>(fault);
}
/// Returns true for a Delay or a Duplicate.
[[nodiscard]] inline bool is_late(const Fault& fault) {
  return kind_spans[fault.index()] == Span::length;
}
/// Returns by how many ticks the fault makes messages late. Returns 0 for faults of other kinds.
[[nodiscard]] int lateness(const Fault& fault);
/// Returns the reason why no fault set may contain both faults, or nullptr if a fault set may.
/// Requires `one` < `other`.
[[nodiscard]] const char* excludes(const Fault& one, const Fault& other);
/// Returns true if `fault` has no effect in a fault set that also contains `other`.
[[nodiscard]] bool redundant(const Fault& fault, const Fault& other);
/// Returns true if no fault set contains both faults. They exclude each other, or one fault has no
/// effect beside the other and so is left out.
[[nodiscard]] bool apart(const Fault& one, const Fault& other);
[[nodiscard]] bool admits(const Fspec& fspec, const Fault& fault);

/// Returns a text such as `O(a,b,3)`. Names that are not plain words are quoted.
[[nodiscard]] std::string to_text(const Fault& fault, const Names& names);
/// Returns a sentence such as `messages from a to b sent at 3 are lost`.
[[nodiscard]] std::string in_words(const Fault& fault, const Fspec& fspec);
/// Returns a short text that shows the fault as the cause of an outcome, such as `lost: a → b, sent
/// at 3`.
[[nodiscard]] std::string as_cause(const Fault& fault, const Fspec& fspec);

}  // namespace ldfi
