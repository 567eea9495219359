#include "worker/kernel/sockets/unix_stream.hpp"

#include <fcntl.h>

namespace ldfi::kernel {

void UnixStream::join(UnixStream& one, UnixStream& another) {
  one.state = another.state = State::connected;
  one.other = &another;
  another.other = &one;
  one.owner_of_peer = another.owner_of_peer = own_owner();
}

long UnixStream::connect(const Address& address) {
  long failure = 0;
  Socket* const found = find_unix_socket(address, kind, failure);
  if (found == nullptr) return failure;
  auto& listener = static_cast<UnixStream&>(*found);
  if (!listener.is_listening() || (listener.has_ended & receiving) != 0) return -ECONNREFUSED;
  if (listener.is_queue_full()) return -EAGAIN;
  if (state != State::closed) return state == State::connected ? -EISCONN : -EINVAL;
  auto* const connection = make_file<UnixStream>(O_RDWR);
  begin_socket(*connection, AF_UNIX, kind);
  connection->place_name.address = listener.place_name.address;
  connection->peer_address = place_name.address;
  peer_address = listener.place_name.address;
  join(*this, *connection);
  listener.enqueue(*connection);
  return 0;
}

long UnixStream::listen(int wanted) {
  if (place_name.address.length == 0) return -EINVAL;
  if (state != State::closed && state != State::listening) return -EINVAL;
  start_listening(wanted);
  return 0;
}

long UnixStream::shutdown(int how) {
  const unsigned directions = static_cast<unsigned>(how) + 1;
  end_directions(directions);
  if ((directions & sending) != 0 && other != nullptr) other->receive_end(false);
  if ((directions & receiving) != 0 && other != nullptr) other->receive_stop();
  return 0;
}

void UnixStream::receive_end(bool gone) {
  if (gone) other = nullptr;
  end_directions(gone ? both : receiving);
}

void UnixStream::receive_stop() {
  end_directions(sending);
}

void UnixStream::receive_reset() {
  other = nullptr;
  error = ECONNRESET;
  end_directions(both);
}

long UnixStream::check_sending(const Message& message) {
  if (message.to != nullptr && kind == Kind::unix_stream)
    return state == State::connected ? -EISCONN : -EOPNOTSUPP;
  if ((message.flags & MSG_OOB) != 0) return -EOPNOTSUPP;
  if (state != State::connected) return -ENOTCONN;
  return (has_ended & sending) != 0 ? -EPIPE : 0;
}

long UnixStream::receive_without_bytes() {
  if (state != State::connected) return kind == Kind::unix_packets ? -ENOTCONN : -EINVAL;
  if (error != 0) return -take_error();
  return (has_ended & receiving) != 0 ? 0 : -EAGAIN;
}

std::size_t UnixStream::capacity() const {
  return static_cast<std::size_t>(options.number(SOL_SOCKET, SO_SNDBUF));
}

bool UnixStream::is_writable() const {
  constexpr std::size_t share = 4;  // as on Linux: a quarter of the buffer may be in use
  return state != State::listening && in_flight * share <= capacity();
}

std::uint32_t UnixStream::events() {
  std::uint32_t out = error != 0 ? POLLERR : 0U;
  if (has_ended == both || state == State::closed) out |= POLLHUP;
  if ((has_ended & receiving) != 0) out |= POLLRDHUP | POLLIN | POLLRDNORM;
  if (!queue.is_empty() || waiting_count > 0) out |= POLLIN | POLLRDNORM;
  if (is_writable()) out |= POLLOUT | POLLWRNORM | POLLWRBAND;
  return out;
}

void UnixStream::hang_up(bool unread) {
  place_name.forget();
  if (other == nullptr) return;
  unread ? other->receive_reset() : other->receive_end(true);
  other = nullptr;
}

/// Lets calls of connect() try again that found the queue full.
void UnixStream::admit_waiting() {
  for (Socket* one = newest_socket(); one != nullptr; one = one->next_of_all) {
    if (one->kind == kind) one->notify(0);
  }
}

}  // namespace ldfi::kernel
