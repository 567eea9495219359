// Explains why an Fspec does not admit a fault, for checks that several kinds of faults share.
// Private to common/systems.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "common/systems/faults/fspec.hpp"

namespace ldfi::systems {

template <class Value>
[[nodiscard]] bool is_listed(const std::vector<Value>& values, const Value& one) {
  return std::ranges::find(values, one) != values.end();
}

/// Returns true if the Fspec has this node. Otherwise adds a sentence that says so to `out`.
inline bool object_to_node(const Fspec& fspec, const std::string& name,
                           std::vector<std::string>& out) {
  if (fspec.has_node(name)) return true;
  out.push_back(fmt::format("{} is not a node of the spec", name));
  return false;
}

inline void object_to_nodes(const Fspec& fspec, const MessageId& id,
                            std::vector<std::string>& out) {
  object_to_node(fspec, id.from, out);
  object_to_node(fspec, id.to, out);
}

inline void object_to_moment(const Fspec& fspec, const std::string& node, const Moment& when,
                             std::vector<std::string>& out) {
  if (!when.said || fspec.midway) return;
  out.push_back(fmt::format("the spec does not allow {} to crash during an activation", node));
}

}  // namespace ldfi::systems
