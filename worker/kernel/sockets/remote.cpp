#include "worker/kernel/sockets/remote.hpp"

#include "worker/kernel/sockets/udp.hpp"

namespace ldfi::kernel {
namespace {

struct Remotes {
  RemoteEnd* first = nullptr;
};

constinit Remotes remotes;

RemoteEnd& add(const NetMessage& head) {
  auto* const out = allocate_object<RemoteEnd>();
  out->head = head;
  RemoteEnd** place = &remotes.first;
  while (*place != nullptr) place = &(*place)->next;
  *place = out;
  return *out;
}

void remove(RemoteEnd& end) {
  RemoteEnd** place = &remotes.first;
  while (*place != &end) place = &(*place)->next;
  *place = end.next;
  release(&end, sizeof end);
}

RemoteEnd* find(const NetMessage& head) {
  RemoteEnd* out = remotes.first;
  while (out != nullptr &&
         (out->head.connection != head.connection || out->head.connector != head.connector)) {
    out = out->next;
  }
  return out;
}

void send(const NetMessage& connection, ldfi_net_kind kind, const void* bytes = nullptr,
          std::size_t size = 0) {
  NetMessage head = connection;
  head.kind = static_cast<std::uint16_t>(kind);
  head.size = static_cast<std::uint32_t>(size);
  post(head, bytes);
}

/// Makes a packet of bytes that have arrived.
Packet& packet_of(const unsigned char* bytes, std::size_t size) {
  iovec piece{const_cast<unsigned char*>(bytes), size};
  return *make_packet({&piece, 1}, size);
}

/// Gives a connection to the listening socket, which has room for it.
void admit(RemoteEnd& end, TcpSocket& listener) {
  const Endpoint other = endpoint_of_node(end.head.node, end.head.connector_port);
  const Endpoint own = endpoint_of_node(own_node(), end.head.listener_port);
  end.asked = nullptr;
  end.own = &listener.make_connection(end, {own, other, true});
  send(end.head, ldfi_net_accepted);
  listener.enqueue(*end.own);
}

void take_connect(const NetMessage& head) {
  const Endpoint from = endpoint_of_node(head.node, head.connector_port);
  const Endpoint to = endpoint_of_node(own_node(), head.listener_port);
  auto* const listener = static_cast<TcpSocket*>(find_inet_socket(Kind::tcp, true, from, to));
  if (listener == nullptr) return send(head, ldfi_net_refused);
  RemoteEnd& end = add(head);
  end.asked = listener;
  if (!listener->is_queue_full()) admit(end, *listener);
}

void take_segment(RemoteEnd& end, const NetMessage& head, const unsigned char* bytes) {
  if (end.own != nullptr) return end.own->receive_packet(packet_of(bytes, head.size));
  // Its socket is closed, so nobody will read this.
  send(end.head, ldfi_net_reset);
  remove(end);
}

void take_end(RemoteEnd& end) {
  end.end_arrived = true;
  if (end.own != nullptr) end.own->receive_end(false);
  if (end.end_sent || end.asked != nullptr) remove(end);
}

/// Takes a reset, or a refusal.
void take_failure(RemoteEnd& end, bool refused) {
  if (end.own != nullptr) refused ? end.own->receive_refusal() : end.own->receive_reset();
  remove(end);
}

void take_datagram(const NetMessage& head, const unsigned char* bytes) {
  const Endpoint from = endpoint_of_node(head.node, head.connector_port);
  const Endpoint to = endpoint_of_node(own_node(), head.listener_port);
  auto* const receiver = static_cast<UdpSocket*>(find_inet_socket(Kind::udp, false, from, to));
  if (receiver != nullptr) receiver->receive_packet(packet_of(bytes, head.size), from);
}

}  // namespace

void RemoteEnd::receive_packet(Packet& packet) {
  send(head, ldfi_net_segment, packet.bytes(), packet.size);
  own->receive_credit(packet.size);
  release_packet(packet);
}

void RemoteEnd::receive_end(bool gone) {
  if (!end_sent) send(head, ldfi_net_end);
  end_sent = true;
  if (gone) own = nullptr;
  if (end_arrived) remove(*this);
}

void RemoteEnd::receive_reset() {
  send(head, ldfi_net_reset);
  remove(*this);
}

void connect_remotely(TcpSocket& client) {
  NetMessage head{};
  head.node = static_cast<std::uint16_t>(node_of(client.route.other));
  head.connection = next_connection();
  head.connector = static_cast<std::uint16_t>(own_node());
  head.connector_port = client.route.own.port;
  head.listener_port = client.route.other.port;
  RemoteEnd& end = add(head);
  end.own = &client;
  client.other = &end;
  send(head, ldfi_net_connect);
}

void send_remotely(Packet& packet, const Endpoint& from, const Endpoint& to) {
  NetMessage head{};
  head.node = static_cast<std::uint16_t>(node_of(to));
  head.connector = static_cast<std::uint16_t>(own_node());
  head.connector_port = from.port;
  head.listener_port = to.port;
  send(head, ldfi_net_datagram, packet.bytes(), packet.size);
  release_packet(packet);
}

void receive_from_node(const NetMessage& head, const unsigned char* bytes) {
  if (head.kind == ldfi_net_connect) return take_connect(head);
  if (head.kind == ldfi_net_datagram) return take_datagram(head, bytes);
  RemoteEnd* const end = find(head);
  if (end == nullptr) {
    if (head.kind == ldfi_net_segment) send(head, ldfi_net_reset);
    return;
  }
  switch (head.kind) {
    case ldfi_net_accepted:
      if (end->own != nullptr) end->own->receive_acceptance(*end);
      return;
    case ldfi_net_segment:
      return take_segment(*end, head, bytes);
    case ldfi_net_end:
      return take_end(*end);
    default:
      return take_failure(*end, head.kind == ldfi_net_refused);
  }
}

void admit_remote(TcpSocket& listener) {
  for (RemoteEnd* one = remotes.first; one != nullptr;) {
    RemoteEnd& end = *one;
    one = one->next;
    if (end.asked != &listener) continue;
    if (!listener.is_listening()) {
      send(end.head, ldfi_net_refused);
      remove(end);
    } else if (!listener.is_queue_full()) {
      admit(end, listener);
    }
  }
}

}  // namespace ldfi::kernel
