#include "common/systems/faults/kinds/loss.hpp"

#include <fmt/core.h>

#include "common/systems/faults/objections.hpp"
#include "common/systems/faults/socket_type.hpp"

namespace ldfi::systems {

std::string Loss::arguments() const {
  return to_text(message);
}

std::optional<Loss> Loss::read(std::string_view arguments) {
  const auto id = read_message(arguments);
  return id ? std::optional(Loss{*id}) : std::nullopt;
}

void Loss::object(const Fspec& fspec, std::vector<std::string>& out) const {
  object_to_nodes(fspec, message, out);
  if (can_hit(message)) return;
  out.push_back(fmt::format(
      "{} cannot be lost: TCP sends it again. It can be late, and the request for the connection "
      "(syn) can be lost",
      to_text(message)));
}

bool Loss::can_hit(const MessageId& message) {
  return may_be_lost(message.type);
}

}  // namespace ldfi::systems
