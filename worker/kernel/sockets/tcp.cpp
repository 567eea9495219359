#include "worker/kernel/sockets/tcp.hpp"

#include <fcntl.h>

#include "worker/kernel/sockets/remote.hpp"

namespace ldfi::kernel {

long TcpSocket::bind(const Address& address) {
  if (state != State::closed) return -EINVAL;
  return bind_route(*this, address);
}

long TcpSocket::listen(int most) {
  if (state != State::closed && state != State::listening) return -EINVAL;
  if (attempt_ != Attempt::none) return -EINVAL;
  if (route.own.port == 0) {
    const Address any = address_of_endpoint(any_endpoint(family), family);
    if (const long failure = bind_route(*this, any); failure != 0) return failure;
  }
  const State before = state;
  start_listening(most);
  if (before == State::closed && is_port_taken(*this, route.own)) {
    state = before;
    return -EADDRINUSE;
  }
  has_ended = 0;
  return 0;
}

long TcpSocket::connect(const Address& address) {
  if (address.length < sizeof(sa_family_t)) return -EINVAL;
  if (address.family() == AF_UNSPEC) return disconnect();
  if (attempt_ == Attempt::none)
    return state == State::closed ? begin_connecting(address) : -EISCONN;
  if (attempt_ == Attempt::reported) return -EISCONN;
  if (state == State::connecting) return -EALREADY;
  if (state == State::connected) {
    attempt_ = Attempt::reported;
    return 0;
  }
  attempt_ = Attempt::none;
  return error != 0 ? -take_error() : -ECONNABORTED;
}

long TcpSocket::begin_connecting(const Address& address) {
  Endpoint to;
  if (const long failure = read_endpoint(*this, address, Use::other, to); failure != 0)
    return failure;
  if (const long failure = route_to(*this, destination_of(to)); failure != 0) return failure;
  attempt_ = Attempt::begun;
  state = State::connecting;
  error = 0;
  has_ended = 0;
  end_arrived_ = end_sent_ = false;
  reach(*this);
  return -EINPROGRESS;
}

/// Breaks the connection, after which the socket may connect again.
long TcpSocket::disconnect() {
  if (other != nullptr) other->receive_reset();
  error = state == State::connected || state == State::connecting ? ECONNRESET : 0;
  if (state == State::listening) close_queue();
  other = nullptr;
  wanted = nullptr;
  state = State::closed;
  attempt_ = Attempt::none;
  has_ended = 0;
  in_flight = 0;
  queue.clear();
  route.other = {};
  if (!route.chose_address) route.own = any_endpoint(family);
  return 0;
}

void reach(TcpSocket& client) {
  if (!client.route.other.is_own()) return connect_remotely(client);
  auto* const listener = static_cast<TcpSocket*>(
      find_inet_socket(Kind::tcp, true, client.route.own, client.route.other));
  if (listener == nullptr) return client.receive_refusal();
  listener->request(client);
}

void TcpSocket::request(TcpSocket& client) {
  if (is_queue_full()) {
    client.wanted = this;
  } else {
    admit(client);
  }
}

TcpSocket& TcpSocket::make_connection(End& end, const Route& between) {
  auto* const out = make_file<TcpSocket>(O_RDWR);
  begin_socket(*out, family, Kind::tcp);
  out->options = options;
  out->route = between;
  out->state = State::connected;
  out->attempt_ = Attempt::reported;
  out->other = &end;
  return *out;
}

void TcpSocket::admit(TcpSocket& client) {
  TcpSocket& connection = make_connection(client, {client.route.other, client.route.own, true});
  client.receive_acceptance(connection);
  enqueue(connection);
}

void TcpSocket::receive_acceptance(End& end) {
  wanted = nullptr;
  other = &end;
  state = State::connected;
  notify();
}

void TcpSocket::receive_refusal() {
  wanted = nullptr;
  finish(ECONNREFUSED);
}

void TcpSocket::finish(int failure) {
  error = failure;
  other = nullptr;
  state = State::closed;
  end_directions(both);
}

void TcpSocket::receive_end(bool gone) {
  if (gone) other = nullptr;
  if (end_arrived_) return;
  end_arrived_ = true;
  if (end_sent_) return finish(error);
  end_directions(receiving);
}

/// The connection was broken. Linux reports another error if the other end had already ended its direction.
void TcpSocket::receive_reset() {
  if (state == State::closed) return;
  finish(end_arrived_ ? EPIPE : ECONNRESET);
}

long TcpSocket::shutdown(int how) {
  const unsigned directions = static_cast<unsigned>(how) + 1;
  if (attempt_ == Attempt::begun && state == State::connected) attempt_ = Attempt::reported;
  if (state == State::closed) {
    notify();
    return -ENOTCONN;
  }
  if (state == State::listening) {
    if ((directions & receiving) == 0) return 0;
    close_queue();
    notify();
    return 0;
  }
  if (state == State::connecting) {
    disconnect();
    notify();
    return 0;
  }
  if ((directions & sending) != 0 && !end_sent_) {
    end_sent_ = true;
    if (other != nullptr) other->receive_end(false);
    if (end_arrived_) {
      finish(error);
      return 0;
    }
  }
  end_directions(directions);
  return 0;
}

long TcpSocket::check_sending(const Message& message) {
  if ((message.flags & MSG_OOB) != 0) return -EOPNOTSUPP;
  if (error != 0) return -take_error();
  if (state == State::connecting) return -EAGAIN;
  return state != State::connected || (has_ended & sending) != 0 ? -EPIPE : 0;
}

long TcpSocket::receive_without_bytes() {
  if (state == State::listening) return -ENOTCONN;
  if (end_arrived_) return 0;
  if (error != 0) return -take_error();
  if ((has_ended & receiving) != 0) return 0;
  return state == State::closed ? -ENOTCONN : -EAGAIN;
}

std::size_t TcpSocket::capacity() const {
  constexpr std::size_t usual = 2'626'560;  // Linux lets the buffer of a new connection grow so far
  if (!options.has_send_buffer) return usual;
  return static_cast<std::size_t>(options.number(SOL_SOCKET, SO_SNDBUF));
}

/// As on Linux: a third of the buffer must be free.
bool TcpSocket::is_writable() const {
  return in_flight * 3 <= capacity() * 2;
}

std::uint32_t TcpSocket::events() {
  if (state == State::listening) return waiting_count > 0 ? POLLIN | POLLRDNORM : 0U;
  std::uint32_t out = error != 0 ? POLLERR : 0U;
  if (has_ended == both || state == State::closed) out |= POLLHUP;
  if ((has_ended & receiving) != 0) out |= POLLIN | POLLRDNORM | POLLRDHUP;
  if (state == State::connecting) return out;
  const auto least = static_cast<std::size_t>(options.number(SOL_SOCKET, SO_RCVLOWAT));
  if (!queue.is_empty() && queue.bytes() >= least) out |= POLLIN | POLLRDNORM;
  if ((has_ended & sending) != 0 || is_writable()) return out | POLLOUT | POLLWRNORM;
  lacks_room = true;
  return out;
}

void TcpSocket::hang_up(bool unread) {
  const linger& at_close = options.linger_at_close;
  const bool breaks = unread || (at_close.l_onoff != 0 && at_close.l_linger == 0);
  if (other != nullptr) breaks ? other->receive_reset() : other->receive_end(true);
  other = nullptr;
}

void TcpSocket::admit_waiting() {
  // The oldest request comes first: sockets are listed with the newest first.
  while (state == State::listening && !is_queue_full()) {
    TcpSocket* oldest = nullptr;
    for (Socket* one = newest_socket(); one != nullptr; one = one->next_of_all) {
      if (one->kind != Kind::tcp) continue;
      auto* const client = static_cast<TcpSocket*>(one);
      if (client->wanted == this) oldest = client;
    }
    if (oldest == nullptr) break;
    admit(*oldest);
  }
  admit_remote(*this);
  if (state == State::listening) return;
  for (Socket* one = newest_socket(); one != nullptr; one = one->next_of_all) {
    if (one->kind == Kind::tcp && static_cast<TcpSocket*>(one)->wanted == this)
      static_cast<TcpSocket*>(one)->receive_refusal();
  }
}

}  // namespace ldfi::kernel
