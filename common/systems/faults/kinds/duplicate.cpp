#include "common/systems/faults/kinds/duplicate.hpp"

#include <fmt/core.h>

#include "common/systems/faults/objections.hpp"

namespace ldfi::systems {

std::string Duplicate::arguments() const {
  return fmt::format("{},+{}", to_text(message), duration_text(later));
}

std::optional<Duplicate> Duplicate::read(std::string_view arguments) {
  const auto before = take_until_plus(arguments);
  const auto id = before ? read_message(*before) : std::nullopt;
  const auto later = read_length(arguments);
  return id && later ? std::optional(Duplicate{*id, *later}) : std::nullopt;
}

bool Duplicate::can_hit(const MessageId& message) {
  const auto socket = read_socket_type(message.type);
  return !socket || socket->event == SocketEvent::datagram;
}

void Duplicate::object(const Fspec& fspec, std::vector<std::string>& out) const {
  object_to_nodes(fspec, message, out);
  if (!can_hit(message)) {
    out.push_back(fmt::format("{} cannot be duplicated, because it belongs to a connection of TCP",
                              to_text(message)));
  }
  if (is_listed(fspec.again, later)) return;
  out.push_back(
      fmt::format("the spec allows no duplicate {} after the message", duration_text(later)));
}

}  // namespace ldfi::systems
