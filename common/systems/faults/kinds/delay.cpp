#include "common/systems/faults/kinds/delay.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>

#include "common/systems/faults/objections.hpp"
#include "common/systems/plan.hpp"

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
          ? fmt::format(
                "the spec allows no message to be delivered after {} activations of its receiver",
                activations_before(late))
          : fmt::format("the spec allows no delay of {}", duration_text(late)));
}

std::vector<std::string_view> Delay::abilities(const Limits& limits) {
  std::vector<std::string_view> out;
  if (std::ranges::any_of(limits.delays, std::not_fn(is_behind))) out.emplace_back("delay");
  if (std::ranges::any_of(limits.delays, is_behind)) out.emplace_back("behind");
  return out;
}

std::optional<Misfit> Delay::misfit(const Plan& plan) {
  if (plan.kind != Kind::nodes || std::ranges::none_of(plan.fspec.delays, is_behind)) {
    return std::nullopt;
  }
  if (plan.net == Net::sockets) {
    return Misfit{.key = "behind",
                  .message = "messages of sockets are late by a time only (system.net sockets)",
                  .hint = "write fspec.delays: {values: [200ms]}"};
  }
  if (plan.time != Time::plain) return std::nullopt;
  return Misfit{.key = "behind",
                .message =
                    "the activations of nodes with the clock of the machine cannot be counted "
                    "(system.time plain)",
                .hint = "system.time virtual, or extended"};
}

}  // namespace ldfi::systems
