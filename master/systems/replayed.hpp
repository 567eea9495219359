// What `--replay` asks for of a real system.
#pragma once

#include <set>
#include <string>

#include "common/solve/recorded/outcome.hpp"
#include "common/systems/faults/assignment.hpp"
#include "common/systems/plan.hpp"
#include "common/systems/recording.hpp"

namespace ldfi::app {

/// Reads `O(n0,n1,m#0) C(n0,#3)`, or `none`. Throws UsageError.
[[nodiscard]] systems::FaultSet replayed_faults(const std::string& text);
/// Reads `n0,n1,m#0 n1,n0,m_ok#0`, or `none`. Throws UsageError.
[[nodiscard]] systems::Deliveries replayed_deliveries(const std::string& text);
/// Between two different nodes of the plan, services among them, which is of nodes.
[[nodiscard]] bool is_between_nodes(const systems::MessageId& id, const systems::Plan& plan);
/// They are messages between nodes of the plan, which is of nodes. Throws UsageError.
void check_deliveries(const std::set<systems::MessageId>& deliveries, const systems::Plan& plan);
/// What an execution was asked for that did not happen in it, in words: `C(n0,#9) strikes nothing`. Empty if all
/// did.
[[nodiscard]] std::string unmet(const recorded::Outcome& outcome,
                                const systems::Recording& recording);
/// What is replayed must be possible by the Fspec. Throws UsageError.
void check_replayed(const systems::FaultSet& faults, const systems::Fspec& fspec);

}  // namespace ldfi::app
