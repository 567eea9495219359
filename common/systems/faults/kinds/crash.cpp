#include "common/systems/faults/kinds/crash.hpp"

#include <fmt/core.h>

#include "common/systems/faults/fault_set.hpp"
#include "common/systems/faults/objections.hpp"
#include "common/systems/plan.hpp"

namespace ldfi::systems {

std::string Crash::arguments() const {
  return fmt::format("{},{}", node, to_text(when));
}

std::optional<Crash> Crash::read(std::string_view arguments) {
  const auto node = take_until(arguments, ',');
  const auto when = read_moment(arguments);
  if (!node || !is_name(*node) || !when) return std::nullopt;
  return Crash{std::string(*node), *when};
}

void Crash::object(const Fspec& fspec, std::vector<std::string>& out) const {
  if (object_to_node(fspec, node, out) && !fspec.may_crash(node)) {
    out.push_back(fmt::format("the spec does not allow {} to crash", node));
  }
  object_to_moment(fspec, node, when, out);
}

bool Crash::contradicts(const FaultSet& faults) const {
  return faults.has<Restart>({node, when});
}

/// Refuses crashes during an activation if files survive a restart. It is unknown which files a
/// node has written when it crashes in the middle. So the disk must be empty after a restart.
std::optional<Misfit> Crash::misfit(const Plan& plan) {
  if (plan.fspec.midway && plan.net == Net::sockets) {
    return Misfit{.message =
                      "nodes with sockets crash only before an activation, not during it "
                      "(system.net sockets)",
                  .hint = "leave out fspec.crashes.midway"};
  }
  const bool keeps_files = plan.fspec.restarts > 0 && plan.disk != Disk::volatile_disk;
  if (!plan.fspec.midway || !keeps_files) return std::nullopt;
  return Misfit{.message =
                    "a node that crashes during an activation (fspec.crashes.midway) must not "
                    "restart with its files",
                .hint = "system.disk volatile, or no fspec.restarts"};
}

}  // namespace ldfi::systems
