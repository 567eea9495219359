#include "common/systems/faults/kinds/reset.hpp"

#include <fmt/core.h>

#include "common/systems/faults/objections.hpp"
#include "common/systems/faults/socket_type.hpp"
#include "common/systems/plan.hpp"

namespace ldfi::systems {

std::string Reset::arguments() const {
  return to_text(message);
}

std::optional<Reset> Reset::read(std::string_view arguments) {
  const auto id = read_message(arguments);
  return id ? std::optional(Reset{*id}) : std::nullopt;
}

void Reset::object(const Fspec& fspec, std::vector<std::string>& out) const {
  object_to_nodes(fspec, message, out);
  if (can_hit(message)) return;
  out.push_back(
      fmt::format("{} cannot reset a connection: only requests (syn), their answers (synack), "
                  "bytes and ends (fin) of TCP can",
                  to_text(message)));
}

bool Reset::can_hit(const MessageId& message) {
  const auto socket = read_socket_type(message.type);
  return socket && socket->event != SocketEvent::datagram && socket->event != SocketEvent::rst &&
         socket->event != SocketEvent::refused;
}

std::optional<Misfit> Reset::misfit(const Plan& plan) {
  if (plan.fspec.resets == 0 || plan.net == Net::sockets) return std::nullopt;
  return Misfit{.message = "only nodes with sockets have connections that break (fspec.resets)",
                .hint = "leave out fspec.resets, or write system.net: sockets"};
}

}  // namespace ldfi::systems
