#include "worker/drive/network.hpp"

#include <fmt/core.h>

#include "common/base/contract.hpp"
#include "common/base/text.hpp"
#include "worker/drive/node.hpp"

namespace ldfi::drive {
namespace {

using nlohmann::json;
using systems::SocketEvent;

std::optional<SocketEvent> event_of(std::uint16_t kind) {
  switch (kind) {
    case ldfi_net_connect:
      return SocketEvent::syn;
    case ldfi_net_accepted:
      return SocketEvent::synack;
    case ldfi_net_refused:
      return SocketEvent::refused;
    case ldfi_net_segment:
      return SocketEvent::segment;
    case ldfi_net_end:
      return SocketEvent::fin;
    case ldfi_net_reset:
      return SocketEvent::rst;
    case ldfi_net_datagram:
      return SocketEvent::datagram;
    default:
      return std::nullopt;
  }
}

std::string hex(const std::string& bytes) {
  std::string out;
  for (const char one : bytes) out += fmt::format("{:02x}", static_cast<unsigned char>(one));
  return out;
}

[[noreturn]] void refuse_packet(const std::string& name) {
  throw Misbehaved(fmt::format(
      "{} sent a message that no socket sends: it has changed its library kernel's memory", name));
}

}  // namespace

EnvelopePtr Network::seal_packet(std::size_t from, const systems::SocketType& type,
                                 Packet packet) const {
  const std::size_t to = packet.head.node;
  packet.head.node = static_cast<std::uint16_t>(from);
  auto out = std::make_shared<Envelope>();
  out->type = systems::to_text(type);
  json body{{"type", out->type}};
  if (!packet.bytes.empty()) {
    const bool readable = !first_non_text(packet.bytes);
    body[readable ? "text" : "hex"] = readable ? packet.bytes : hex(packet.bytes);
  }
  out->dest = names_[to];
  out->body_text = body.dump();
  out->content = content_of(body);
  out->whole = {{"src", names_[from]}, {"dest", out->dest}, {"body", std::move(body)}};
  out->packet = std::move(packet);
  return out;
}

Network::Connection& Network::connect(std::size_t from, const Packet& packet) {
  const ldfi_net_message& head = packet.head;
  const auto [found, is_new] = connections_.try_emplace(Key(from, head.connection));
  if (!is_new || head.connector != from) refuse_packet(names_[from]);
  Connection& out = found->second;
  out.connector = from;
  out.listener = head.node;
  out.connector_port = head.connector_port;
  out.type.port = head.listener_port;
  out.type.connection = counts_[{from, out.listener, out.type.port}]++;
  return out;
}

EnvelopePtr Network::message_of(std::size_t from, Packet packet) {
  LDFI_REQUIRE(from < names_.size(), "the network has this node");
  const ldfi_net_message& head = packet.head;
  const auto event = event_of(head.kind);
  if (!event || head.node >= names_.size() || head.node == from) refuse_packet(names_[from]);
  if (*event == SocketEvent::datagram) {
    if (head.connector != from) refuse_packet(names_[from]);
    return seal_packet(from, {.port = head.listener_port, .event = *event}, std::move(packet));
  }
  if (*event == SocketEvent::syn) connect(from, packet);
  const auto found = connections_.find(Key(head.connector, head.connection));
  if (found == connections_.end()) refuse_packet(names_[from]);
  Connection& here = found->second;
  const bool forth = here.connector == from;
  if ((forth ? here.listener : here.connector) != head.node || (!forth && here.listener != from) ||
      head.listener_port != here.type.port || head.connector_port != here.connector_port) {
    refuse_packet(names_[from]);
  }
  if (*event == SocketEvent::synack) here.accepted = true;
  if (*event == SocketEvent::fin) (forth ? here.connector_ended : here.listener_ended) = true;
  here.over = here.over || *event == SocketEvent::rst || *event == SocketEvent::refused ||
              (here.connector_ended && here.listener_ended);
  systems::SocketType type = here.type;
  type.event = *event;
  type.from_connector = forth;
  return seal_packet(from, type, std::move(packet));
}

void Network::note_arrival(const Packet& packet) {
  if (packet.head.kind != ldfi_net_connect) return;
  connections_.at(Key(packet.head.connector, packet.head.connection)).asked = true;
}

Network::Answer Network::answer(const Key& key, Connection& connection, std::size_t from,
                                ldfi_net_kind kind) {
  const std::size_t to = from == connection.connector ? connection.listener : connection.connector;
  Packet packet;
  packet.head.kind = static_cast<std::uint16_t>(kind);
  packet.head.node = static_cast<std::uint16_t>(to);
  packet.head.connection = key.second;
  packet.head.connector = static_cast<std::uint16_t>(key.first);
  packet.head.connector_port = connection.connector_port;
  packet.head.listener_port = connection.type.port;
  return {from, to, message_of(from, std::move(packet))};
}

std::vector<Network::Answer> Network::end_connections_of(std::size_t node) {
  LDFI_REQUIRE(node < names_.size(), "the network has this node");
  std::vector<Answer> out;
  for (auto& [key, one] : connections_) {
    const bool forth = one.connector == node;
    if (one.over || (!forth && one.listener != node)) continue;
    // A request that has not arrived yet is refused when it arrives.
    if (!forth && !one.asked) continue;
    // The other node knows that this one sends no more. Its next bytes break the connection.
    if (forth ? one.connector_ended : one.listener_ended) continue;
    out.push_back(
        answer(key, one, node, !forth && !one.accepted ? ldfi_net_refused : ldfi_net_reset));
  }
  return out;
}

std::vector<Network::Answer> Network::reset_connection(const Packet& packet) {
  const Key key(packet.head.connector, packet.head.connection);
  const auto found = connections_.find(key);
  LDFI_REQUIRE(found != connections_.end(), "the message belongs to a connection");
  Connection& here = found->second;
  const bool asks = packet.head.kind == ldfi_net_connect;
  std::vector<Answer> out{
      answer(key, here, here.listener, asks ? ldfi_net_refused : ldfi_net_reset)};
  if (!asks) out.push_back(answer(key, here, here.connector, ldfi_net_reset));
  return out;
}

std::optional<Network::Answer> Network::answer_of_machine(std::size_t node, const Packet& packet) {
  LDFI_REQUIRE(node < names_.size(), "the network has this node");
  if (packet.head.kind != ldfi_net_connect && packet.head.kind != ldfi_net_segment) {
    return std::nullopt;
  }
  const Key key(packet.head.connector, packet.head.connection);
  Connection& here = connections_.at(key);
  if (here.over) return std::nullopt;
  return answer(key, here, node,
                packet.head.kind == ldfi_net_connect ? ldfi_net_refused : ldfi_net_reset);
}

}  // namespace ldfi::drive
