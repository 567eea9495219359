#include "common/systems/faults/kinds/restart.hpp"

#include <fmt/core.h>

#include "common/systems/faults/fault_set.hpp"
#include "common/systems/faults/objections.hpp"

namespace ldfi::systems {

std::string Restart::arguments() const {
  return fmt::format("{},{},+{}", at.first, to_text(at.second), duration_text(down));
}

std::optional<Restart> Restart::read(std::string_view arguments) {
  const auto node = take_until(arguments, ',');
  const auto before = take_until_plus(arguments);
  const auto when = before ? read_moment(*before) : std::nullopt;
  const auto down = read_length(arguments);
  if (!node || !is_name(*node) || !when || !down) return std::nullopt;
  return Restart{{std::string(*node), *when}, *down};
}

void Restart::object(const Fspec& fspec, std::vector<std::string>& out) const {
  const auto& [node, when] = at;
  if (object_to_node(fspec, node, out) && !fspec.may_restart(node)) {
    out.push_back(fmt::format("the spec does not allow {} to crash and restart", node));
  }
  object_to_moment(fspec, node, when, out);
  if (is_listed(fspec.down, down)) return;
  out.push_back(fmt::format("the spec allows no restart after {}", duration_text(down)));
}

bool Restart::contradicts(const FaultSet& faults) const {
  const Crash* const crash = faults.find<Crash>(at.first);
  return crash != nullptr && crash->when == at.second;
}

}  // namespace ldfi::systems
