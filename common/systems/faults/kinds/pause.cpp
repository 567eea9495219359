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
    out.push_back(fmt::format("the spec does not allow to pause {}", before.first));
  }
  if (is_listed(fspec.standing, standing)) return;
  out.push_back(fmt::format("the spec allows no pause of {}", duration_text(standing)));
}

std::optional<Misfit> Pause::misfit(const Plan& plan) {
  if (plan.fspec.pauses == 0 || plan.time != Time::plain) return std::nullopt;
  return Misfit{
      .message = "nodes with the clock of the machine (system.time plain) cannot be paused",
      .hint = "system.time virtual, or extended"};
}

}  // namespace ldfi::systems
