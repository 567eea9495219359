#include "common/systems/kinds/crash.hpp"

#include <fmt/core.h>

#include "common/systems/fault_set.hpp"
#include "common/systems/objections.hpp"

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
    out.push_back(fmt::format("{} may not crash by the spec", node));
  }
  object_to_moment(fspec, node, when, out);
}

bool Crash::contradicts(const FaultSet& faults) const {
  return faults.has<Restart>({node, when});
}

}  // namespace ldfi::systems
