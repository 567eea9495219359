#include "common/systems/faults/kinds/hang.hpp"

#include <fmt/core.h>

#include "common/systems/faults/objections.hpp"
#include "common/systems/faults/socket_type.hpp"
#include "common/systems/plan.hpp"

namespace ldfi::systems {

std::string Hang::arguments() const {
  return to_text(message);
}

std::optional<Hang> Hang::read(std::string_view arguments) {
  const auto id = read_message(arguments);
  return id ? std::optional(Hang{*id}) : std::nullopt;
}

void Hang::object(const Fspec& fspec, std::vector<std::string>& out) const {
  object_to_nodes(fspec, message, out);
  if (can_hit(message)) return;
  out.push_back(
      fmt::format("{} cannot make a connection hang: only answers to requests (synack), bytes and "
                  "ends (fin, rst) of TCP can. A request (syn) can be lost, with O",
                  to_text(message)));
}

bool Hang::can_hit(const MessageId& message) {
  const auto socket = read_socket_type(message.type);
  return socket && socket->event != SocketEvent::datagram && socket->event != SocketEvent::syn &&
         socket->event != SocketEvent::refused;
}

std::optional<Misfit> Hang::misfit(const Plan& plan) {
  if (plan.fspec.hangs == 0 || plan.net == Net::sockets) return std::nullopt;
  return Misfit{.message = "only nodes with sockets have connections that break (fspec.hangs)",
                .hint = "leave out fspec.hangs, or write system.net: sockets"};
}

}  // namespace ldfi::systems
