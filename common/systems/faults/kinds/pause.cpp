#include "common/systems/faults/kinds/pause.hpp"

#include <fmt/core.h>

#include "common/systems/faults/objections.hpp"
#include "common/systems/plan.hpp"

namespace ldfi::systems {

std::string Pause::arguments() const {
  return fmt::format("{},#{},+{}", before.first, before.second, duration_text(standing));
}

std::optional<Pause> Pause::read(std::string_view arguments) {
  const auto node = take_until(arguments, ',');
  const auto moment = take_until_plus(arguments);
  const auto when = moment ? read_moment(*moment) : std::nullopt;
  const auto standing = read_length(arguments);
  if (!node || !is_name(*node) || !when || when->said || !standing) return std::nullopt;
  return Pause{{std::string(*node), when->activation}, *standing};
}

void Pause::object(const Fspec& fspec, std::vector<std::string>& out) const {
  if (object_to_node(fspec, before.first, out) && !fspec.may_pause(before.first)) {
    out.push_back(fmt::format("{} may not stand still by the spec", before.first));
  }
  if (is_listed(fspec.standing, standing)) return;
  out.push_back(fmt::format("no node is paused for {} by the spec", duration_text(standing)));
}

std::optional<Misfit> Pause::misfit(const Plan& plan) {
  if (plan.fspec.pauses == 0 || plan.time != Time::plain) return std::nullopt;
  return Misfit{
      .message = "nodes that have the machine's clock do not stand still (system.time plain)",
      .hint = "system.time virtual, or extended"};
}

}  // namespace ldfi::systems
