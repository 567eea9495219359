#include "worker/kernel/sockets/transfer.hpp"

#include "worker/kernel/call.hpp"
#include "worker/kernel/signals.hpp"

namespace ldfi::kernel {
namespace {

bool waits(const Socket& socket, const Message& message) {
  return socket.is_blocking() && (message.flags & MSG_DONTWAIT) == 0;
}

bool is_stream(const Socket& socket) {
  return socket.kind == Kind::tcp || socket.kind == Kind::unix_stream;
}

/// Repeats `step` until it does not ask to wait, or the wait ends otherwise.
template <typename Step>
long repeat(Socket& socket, Message& message, std::uint64_t deadline, const Step& step) {
  for (;;) {
    const long out = step();
    if (out != -EAGAIN || !waits(socket, message)) return out;
    if (const long failure = wait_for_socket(socket, deadline); failure != 0) return failure;
  }
}

}  // namespace

long wait_for_socket(Socket& socket, std::uint64_t deadline) {
  File* const files[] = {&socket};
  const Outcome outcome = wait_for(files, 1, deadline);
  if (outcome == Outcome::timed_out) return -EAGAIN;
  if (outcome == Outcome::interrupted) return deadline == never ? restart : -EINTR;
  return 0;
}

long send_message(Socket& socket, Message& message) {
  const Hold hold(socket);
  const std::uint64_t deadline = end_of(socket.options.send_span);
  long done = 0;
  long out = 0;
  do {
    out = repeat(socket, message, deadline, [&] { return socket.send(message); });
    if (out > 0) {
      done += out;
      message.pieces.skip(static_cast<std::size_t>(out));
    }
  } while (out > 0 && is_stream(socket) && message.pieces.bytes() > 0);
  if (done > 0) return done;
  const bool signals = socket.raises_signals() && (message.flags & MSG_NOSIGNAL) == 0;
  if (out == -EPIPE && signals) send_signal(current(), SIGPIPE);
  return out;
}

long receive_message(Socket& socket, Message& message) {
  const Hold hold(socket);
  const std::uint64_t deadline = end_of(socket.options.receive_span);
  constexpr int never_all = MSG_PEEK | MSG_DONTWAIT;
  const bool all = (message.flags & MSG_WAITALL) != 0 && (message.flags & never_all) == 0;
  long done = 0;
  long out = 0;
  do {
    out = repeat(socket, message, deadline, [&] { return socket.receive(message); });
    if (out > 0) done += out;
    if (out > 0 && is_stream(socket)) message.pieces.skip(static_cast<std::size_t>(out));
  } while (out > 0 && all && is_stream(socket) && message.bundle == nullptr &&
           message.pieces.bytes() > 0);
  return done > 0 ? done : out;
}

/// Linux reads no message into a piece of memory without bytes.
long read_socket(Socket& socket, const Pieces& to) {
  if (to.bytes() == 0) return 0;
  Message message;
  message.pieces = to;
  const long out = receive_message(socket, message);
  release_bundle(message.bundle);
  return out;
}

long write_socket(Socket& socket, const Pieces& from) {
  Message message;
  message.pieces = from;
  return send_message(socket, message);
}

}  // namespace ldfi::kernel
