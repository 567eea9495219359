#include "worker/kernel/sockets/stream.hpp"

namespace ldfi::kernel {
namespace {

/// The most bytes of a packet, except in sockets that keep the bounds of messages.
constexpr std::size_t most_packet_bytes = 65536;
/// The longest queue of accept(): net.core.somaxconn of Linux.
constexpr int most_backlog = 4096;

std::size_t smaller(std::size_t a, std::size_t b) {
  return a < b ? a : b;
}

}  // namespace

long StreamSocket::send(Message& message) {
  if (const long failure = check_sending(message); failure != 0) return failure;
  const std::size_t wanted = message.pieces.bytes();
  const bool whole = kind == Kind::unix_packets;
  if (whole && wanted > capacity()) return -EMSGSIZE;
  if (wanted == 0 && !whole) return 0;
  const std::size_t free = capacity() > in_flight ? capacity() - in_flight : 0;
  if (free == 0) {
    lacks_room = true;
    return -EAGAIN;
  }
  const std::size_t size = whole ? wanted : smaller(smaller(wanted, free), most_packet_bytes);
  Packet* const packet = make_packet(message.pieces, size);
  if (packet == nullptr) return -EFAULT;
  packet->bundle = message.bundle;
  message.bundle = nullptr;
  if (other == nullptr) {
    // The other end's socket is closed. It answers bytes by breaking the connection.
    release_packet(*packet);
    receive_reset();
  } else {
    in_flight += size;
    other->receive_packet(*packet);
  }
  return static_cast<long>(size);
}

long StreamSocket::receive(Message& message) {
  if ((message.flags & MSG_OOB) != 0) return kind == Kind::unix_packets ? -EOPNOTSUPP : -EINVAL;
  if (state == State::listening || queue.is_empty()) return receive_without_bytes();
  if (is_unix(kind)) message.from = peer_name();
  if (kind != Kind::unix_packets) return message.pieces.bytes() == 0 ? 0 : take_bytes(message);
  Packet& packet = *queue.first();
  const std::size_t size = smaller(message.pieces.bytes(), packet.size);
  if (message.pieces.put(0, packet.bytes(), size) != 0) return -EFAULT;
  if (size < packet.size) message.result_flags |= MSG_TRUNC;
  const std::size_t shown = (message.flags & MSG_TRUNC) != 0 ? packet.size : size;
  const std::size_t whole = packet.size;
  if ((message.flags & MSG_PEEK) != 0) {
    if (packet.bundle != nullptr) message.bundle = copy_bundle(*packet.bundle);
    return static_cast<long>(shown);
  }
  message.bundle = packet.bundle;
  packet.bundle = nullptr;
  release_packet(queue.pop());
  if (other != nullptr) other->receive_credit(whole);
  return static_cast<long>(shown);
}

long StreamSocket::take_bytes(Message& message) {
  const bool peeks = (message.flags & MSG_PEEK) != 0;
  const std::size_t wanted = message.pieces.bytes();
  std::size_t done = 0;
  for (Packet* packet = queue.first(); packet != nullptr && done < wanted;) {
    const std::size_t here = smaller(packet->left(), wanted - done);
    if (message.pieces.put(done, packet->bytes() + packet->taken, here) != 0)
      return done > 0 ? static_cast<long>(done) : -EFAULT;
    done += here;
    // Bytes behind those of a packet with files belong to the next call.
    const bool last = packet->bundle != nullptr;
    if (last) {
      message.bundle = peeks ? copy_bundle(*packet->bundle) : packet->bundle;
      if (!peeks) packet->bundle = nullptr;
    }
    if (peeks) {
      packet = packet->next;
    } else {
      queue.take(here);
      const std::size_t size = packet->size;
      if (packet->left() > 0) break;
      release_packet(queue.pop());
      packet = queue.first();
      if (other != nullptr) other->receive_credit(size);
    }
    if (last) break;
  }
  return static_cast<long>(done);
}

void StreamSocket::receive_packet(Packet& packet) {
  queue.push(packet);
  const int least = options.number(SOL_SOCKET, SO_RCVLOWAT);
  if (queue.bytes() >= static_cast<std::size_t>(least) || kind == Kind::unix_packets)
    notify(POLLIN | POLLRDNORM | POLLPRI | POLLRDBAND);
}

void StreamSocket::receive_credit(std::size_t bytes) {
  in_flight -= smaller(bytes, in_flight);
  if (!is_writable() || (kind == Kind::tcp && !lacks_room)) return;
  lacks_room = false;
  notify(POLLOUT | POLLWRNORM | POLLWRBAND);
}

void StreamSocket::start_listening(int wanted) {
  backlog = wanted < 0 || wanted > most_backlog ? most_backlog : wanted;
  state = State::listening;
}

void StreamSocket::enqueue(StreamSocket& connection) {
  (first_waiting_ == nullptr ? first_waiting_ : last_waiting_->next_waiting_) = &connection;
  last_waiting_ = &connection;
  ++waiting_count;
  notify(POLLIN | POLLRDNORM | POLLPRI | POLLRDBAND);
}

Socket* StreamSocket::accept(long& failure) {
  failure = state == State::listening ? -EAGAIN : -EINVAL;
  if (state != State::listening || first_waiting_ == nullptr) return nullptr;
  StreamSocket* const out = first_waiting_;
  first_waiting_ = out->next_waiting_;
  out->next_waiting_ = nullptr;
  --waiting_count;
  admit_waiting();
  return out;
}

long StreamSocket::unread() {
  return state == State::listening ? -EINVAL : static_cast<long>(queue.bytes());
}

void StreamSocket::close_queue() {
  state = State::closed;
  while (first_waiting_ != nullptr) {
    StreamSocket& one = *first_waiting_;
    first_waiting_ = one.next_waiting_;
    if (one.other != nullptr) one.other->receive_reset();
    one.leave();
    one.destroy();
  }
  waiting_count = 0;
  admit_waiting();
}

void StreamSocket::close() {
  if (state == State::listening) close_queue();
  hang_up(!queue.is_empty());
  leave();
  destroy();
}

}  // namespace ldfi::kernel
