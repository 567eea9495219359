// Calls that send and receive, and wait for that if they have to.
#pragma once

#include "worker/kernel/descriptors.hpp"
#include "worker/kernel/sockets/socket.hpp"

namespace ldfi::kernel {

/// Keeps a file open while a call uses it: another thread may close its descriptor meanwhile.
class Hold {
 public:
  explicit Hold(File& file) : file_(file) { ++file_.references; }
  ~Hold() { drop(file_); }
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;

 private:
  File& file_;
};

/// Sends or receives one message. The calls wait unless the socket or MSG_DONTWAIT forbids it. If they
/// return an error, `restart` included, nothing has been sent or received.
long send_message(Socket& socket, Message& message);
long receive_message(Socket& socket, Message& message);

/// read() and write() of sockets.
long read_socket(Socket& socket, const Pieces& to);
long write_socket(Socket& socket, const Pieces& from);

/// Waits until a socket has changed, at most until the deadline. Returns 0, or the error with which the call fails: it
/// begins again behind a handler only if no time ends its wait.
long wait_for_socket(Socket& socket, std::uint64_t deadline);
/// The time at which a wait of this span ends.
inline std::uint64_t end_of(std::uint64_t span) {
  return span == never ? never : after(span);
}

}  // namespace ldfi::kernel
