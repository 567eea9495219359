#include "worker/kernel/sockets/unix_datagram.hpp"

namespace ldfi::kernel {
namespace {

/// A queue holds one datagram more than this (net.unix.max_dgram_qlen of Linux), unless sender and receiver
/// are each other's peers.
constexpr int most_queued = 10;
/// Linux needs so many bytes of a send buffer for itself.
constexpr std::size_t reserved_bytes = 32;

std::size_t send_buffer(const Socket& socket) {
  return static_cast<std::size_t>(socket.options.number(SOL_SOCKET, SO_SNDBUF));
}

}  // namespace

void UnixDatagram::join(UnixDatagram& one, UnixDatagram& another) {
  one.peer = &another;
  another.peer = &one;
  one.is_pair = another.is_pair = true;
}

Owner UnixDatagram::peer_owner() const {
  return is_pair ? own_owner() : Socket::peer_owner();
}

long UnixDatagram::connect(const Address& address) {
  if (address.length < sizeof(sa_family_t)) return -EINVAL;
  if (address.family() == AF_UNSPEC) {
    leave_peer();
    return 0;
  }
  long failure = 0;
  auto* const found = static_cast<UnixDatagram*>(find_unix_socket(address, kind, failure));
  if (found == nullptr) return failure;
  if (found->peer != nullptr && found->peer != this) return -EPERM;
  if (peer != nullptr && peer != found) leave_peer();
  peer = found;
  has_lost_peer = false;
  peer_address = found->place_name.address;
  return 0;
}

void UnixDatagram::leave_peer() {
  UnixDatagram* const before = peer;
  peer = nullptr;
  peer_address = {};
  has_lost_peer = false;
  if (queue.is_empty()) return;
  queue.clear();
  if (before != nullptr && before->peer == this) {
    before->error = ECONNRESET;
    before->notify(POLLERR);
  }
}

UnixDatagram* UnixDatagram::receiver_of(const Message& message, long& failure) {
  if (message.to == nullptr) {
    failure = -ENOTCONN;
    if (!has_lost_peer) return peer;
    leave_peer();
    failure = -ECONNREFUSED;
    return nullptr;
  }
  auto* const out = static_cast<UnixDatagram*>(find_unix_socket(*message.to, kind, failure));
  if (out != nullptr && out->peer != nullptr && out->peer != this) {
    failure = -EPERM;
    return nullptr;
  }
  return out;
}

bool UnixDatagram::is_full(const UnixDatagram& to) const {
  if (&to == this) return false;
  if (to.peer != this) return to.queue.count() > most_queued;
  return to.queue.cost() >= send_buffer(*this);
}

long UnixDatagram::send(Message& message) {
  if ((message.flags & MSG_OOB) != 0) return -EOPNOTSUPP;
  if (message.to == nullptr && peer == nullptr && !has_lost_peer) return -ENOTCONN;
  const std::size_t size = message.pieces.bytes();
  if (size > send_buffer(*this) - reserved_bytes) return -EMSGSIZE;
  if (error != 0) return -take_error();
  if ((has_ended & sending) != 0) return -EPIPE;
  long failure = 0;
  UnixDatagram* const to = receiver_of(message, failure);
  if (to == nullptr) return failure;
  if ((to->has_ended & receiving) != 0) return -EPIPE;
  if (is_full(*to)) return -EAGAIN;
  Packet* const packet = make_packet(message.pieces, size);
  if (packet == nullptr) return -EFAULT;
  packet->source = place_name.address;
  packet->bundle = message.bundle;
  message.bundle = nullptr;
  to->queue.push(*packet);
  to->notify(POLLIN | POLLRDNORM | POLLPRI | POLLRDBAND);
  return static_cast<long>(size);
}

long UnixDatagram::receive(Message& message) {
  if ((message.flags & MSG_OOB) != 0) return -EOPNOTSUPP;
  if (error != 0) return -take_error();
  if (queue.is_empty()) return (has_ended & receiving) != 0 ? 0 : -EAGAIN;
  Packet& packet = *queue.first();
  const std::size_t room = message.pieces.bytes();
  const std::size_t size = packet.size < room ? packet.size : room;
  if (message.pieces.put(0, packet.bytes(), size) != 0) return -EFAULT;
  const std::size_t shown = (message.flags & MSG_TRUNC) != 0 ? packet.size : size;
  if (size < packet.size) message.result_flags |= MSG_TRUNC;
  message.from = packet.source;
  if ((message.flags & MSG_PEEK) != 0) {
    if (packet.bundle != nullptr) message.bundle = copy_bundle(*packet.bundle);
    return static_cast<long>(shown);
  }
  message.bundle = packet.bundle;
  packet.bundle = nullptr;
  const bool was_full = queue.count() > most_queued;
  release_packet(queue.pop());
  notify_senders(was_full);
  return static_cast<long>(shown);
}

void UnixDatagram::notify_senders(bool was_full) {
  constexpr std::uint32_t may_write = POLLOUT | POLLWRNORM | POLLWRBAND;
  for (Socket* one = newest_socket(); one != nullptr; one = one->next_of_all) {
    if (one->kind != Kind::unix_datagram) continue;
    const bool is_peer = static_cast<UnixDatagram*>(one)->peer == this;
    if (is_peer || was_full) one->notify(is_peer ? may_write : 0);
  }
}

long UnixDatagram::shutdown(int how) {
  end_directions(static_cast<unsigned>(how) + 1);
  return 0;
}

long UnixDatagram::unread() {
  return queue.is_empty() ? 0 : static_cast<long>(queue.first()->size);
}

std::uint32_t UnixDatagram::events() {
  std::uint32_t out = error != 0 ? POLLERR : 0U;
  if (has_ended == both) out |= POLLHUP;
  if ((has_ended & receiving) != 0) out |= POLLRDHUP | POLLIN | POLLRDNORM;
  if (!queue.is_empty()) out |= POLLIN | POLLRDNORM;
  const bool full = peer != nullptr && is_full(*peer);
  if (!full) out |= POLLOUT | POLLWRNORM | POLLWRBAND;
  return out;
}

void UnixDatagram::close() {
  place_name.forget();
  if (!queue.is_empty()) notify_senders(true);
  for (Socket* one = newest_socket(); one != nullptr; one = one->next_of_all) {
    if (one->kind != Kind::unix_datagram) continue;
    auto& sender = static_cast<UnixDatagram&>(*one);
    if (sender.peer != this) continue;
    sender.peer = nullptr;
    sender.has_lost_peer = true;
  }
  leave();
  release(this, sizeof *this);
}

}  // namespace ldfi::kernel
