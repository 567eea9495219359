#include "common/systems/kinds/delay.hpp"

#include <fmt/core.h>

#include "common/systems/objections.hpp"

namespace ldfi::systems {

std::string Delay::arguments() const {
  return fmt::format("{},+{}", to_text(message), lateness_text(late));
}

std::optional<Delay> Delay::read(std::string_view arguments) {
  const auto before = take_until_plus(arguments);
  const auto id = before ? read_message(*before) : std::nullopt;
  const auto late = read_lateness(arguments);
  return id && late ? std::optional(Delay{*id, *late}) : std::nullopt;
}

void Delay::object(const Fspec& fspec, std::vector<std::string>& out) const {
  object_to_nodes(fspec, message, out);
  if (is_listed(fspec.delays, late)) return;
  out.push_back(
      is_behind(late)
          ? fmt::format("no message comes behind {} things that its receiver does, by the spec",
                        activations_before(late))
          : fmt::format("no message is {} late by the spec", duration_text(late)));
}

}  // namespace ldfi::systems
