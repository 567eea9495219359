#include "worker/kernel/sockets/udp.hpp"

#include "worker/kernel/sockets/remote.hpp"

namespace ldfi::kernel {

long UdpSocket::connect(const Address& address) {
  if (address.length < sizeof(sa_family_t)) return -EINVAL;
  if (address.family() == AF_UNSPEC) {
    route.other = {};
    if (!route.chose_address) route.own.ip = any_endpoint(family).ip;
    return 0;
  }
  Endpoint to;
  if (const long failure = read_endpoint(*this, address, Use::other, to); failure != 0)
    return failure;
  return route_to(*this, destination_of(to));
}

long UdpSocket::send(Message& message) {
  constexpr std::size_t most = 65507;  // 2^16 - 1, less the headers
  const std::size_t size = message.pieces.bytes();
  if ((message.flags & MSG_OOB) != 0) return -EOPNOTSUPP;
  Endpoint to = route.other;
  if (message.to != nullptr) {
    if (const long failure = read_endpoint(*this, *message.to, Use::other, to); failure != 0)
      return failure;
    if (to.port == 0) return -EINVAL;
    to = destination_of(to);
  } else if (!has_peer()) {
    return -EDESTADDRREQ;
  }
  if (!to.is_reachable()) return -ENETUNREACH;
  if (size > most) return -EMSGSIZE;
  if (error != 0) return -take_error();
  if ((has_ended & sending) != 0) return -EPIPE;
  if (route.own.port == 0) {
    const Address any = address_of_endpoint(any_endpoint(family), family);
    if (bind_route(*this, any) != 0) return -EAGAIN;
  }
  Packet* const packet = make_packet(message.pieces, size);
  if (packet == nullptr) return -EFAULT;
  Endpoint from = route.own;
  if (from.is_any()) from.ip = source_for(to).ip;
  deliver(*packet, from, to);
  return static_cast<long>(size);
}

void UdpSocket::deliver(Packet& packet, const Endpoint& from, const Endpoint& to) {
  notify(POLLOUT | POLLWRNORM |
         POLLWRBAND);  // Linux does so when a datagram has left the send buffer
  if (!to.is_own()) return send_remotely(packet, from, to);
  auto* const found = static_cast<UdpSocket*>(find_inet_socket(Kind::udp, false, from, to));
  if (found != nullptr) return found->receive_packet(packet, from);
  release_packet(packet);
  if (!has_peer()) return;
  error = ECONNREFUSED;
  notify(POLLERR);
}

void UdpSocket::receive_packet(Packet& packet, const Endpoint& from) {
  const auto room = static_cast<std::size_t>(options.number(SOL_SOCKET, SO_RCVBUF));
  if (queue.cost() + packet.cost() > room) return release_packet(packet);
  packet.source = address_of_endpoint(from, family);
  queue.push(packet);
  notify(POLLIN | POLLRDNORM | POLLPRI | POLLRDBAND);
}

long UdpSocket::receive(Message& message) {
  if (error != 0) return -take_error();
  if (queue.is_empty()) return (has_ended & receiving) != 0 ? 0 : -EAGAIN;
  Packet& packet = *queue.first();
  const std::size_t room = message.pieces.bytes();
  const std::size_t size = packet.size < room ? packet.size : room;
  if (message.pieces.put(0, packet.bytes(), size) != 0) return -EFAULT;
  const std::size_t shown = (message.flags & MSG_TRUNC) != 0 ? packet.size : size;
  if (size < packet.size) message.result_flags |= MSG_TRUNC;
  message.from = packet.source;
  if ((message.flags & MSG_PEEK) == 0) release_packet(queue.pop());
  return static_cast<long>(shown);
}

long UdpSocket::shutdown(int how) {
  end_directions(static_cast<unsigned>(how) + 1);
  return has_peer() ? 0 : -ENOTCONN;
}

long UdpSocket::unread() {
  return queue.is_empty() ? 0 : static_cast<long>(queue.first()->size);
}

std::uint32_t UdpSocket::events() {
  std::uint32_t out = error != 0 ? POLLERR : 0U;
  if (has_ended == both) out |= POLLHUP;
  if ((has_ended & receiving) != 0) out |= POLLRDHUP | POLLIN | POLLRDNORM;
  if (!queue.is_empty()) out |= POLLIN | POLLRDNORM;
  return out | POLLOUT | POLLWRNORM | POLLWRBAND;
}

void UdpSocket::close() {
  leave();
  release(this, sizeof *this);
}

}  // namespace ldfi::kernel
