// The same program in a smaller world: without a node, or with an earlier EOT.
#pragma once

#include <optional>
#include <string>

#include "worker/minimise/schedule.hpp"
#include "worker/minimise/trials.hpp"

namespace ldfi::execute {

/// The program without the node, and without given facts that name it. Nothing if a rule names it.
[[nodiscard]] std::optional<dedalus::Program> without_node(const dedalus::Program& program,
                                                           const std::string& node);
/// The Fspec without the node: who alone may crash, or whose messages alone may be lost, leaves one
/// without crashes or losses.
[[nodiscard]] FspecParameters without_node(FspecParameters fspec, const std::string& node);
/// The Fspec with an earlier EOT, and EFF before that.
[[nodiscard]] FspecParameters with_eot(FspecParameters fspec, int eot);
/// The schedule among other nodes, given by name; without what is about a node that is missing.
[[nodiscard]] Schedule renamed(const Schedule& schedule, const Fspec& from, const Fspec& to);

}  // namespace ldfi::execute
