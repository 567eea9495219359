// Sockets. This is what all kinds have in common; stream.hpp, tcp.hpp, udp.hpp, unix_stream.hpp and
// unix_datagram.hpp have the kinds. Operations do not wait: the calls around them do (transfer.hpp).
#pragma once

#include "worker/kernel/file.hpp"
#include "worker/kernel/sockets/address.hpp"
#include "worker/kernel/sockets/options.hpp"
#include "worker/kernel/sockets/packet.hpp"

namespace ldfi::kernel {

/// The bytes that one call sends or receives, with all that goes along.
struct Message {
  Pieces pieces;                ///< memory of the guest
  int flags = 0;                ///< MSG_* flags of the call
  const Address* to = nullptr;  ///< where the call sends to, or null
  Address from;                 ///< where the received bytes came from, if the socket says so
  Bundle* bundle = nullptr;     ///< files that travel along, or null
  int result_flags = 0;         ///< MSG_* flags that recvmsg() returns
};

/// The user and process behind a Unix socket (SO_PEERCRED).
using Owner = ucred;

class Socket : public File {
 public:
  Socket* as_socket() override { return this; }
  std::uint32_t mode() override { return 0140777; }

  virtual long bind(const Address& address) = 0;
  /// Returns -EINPROGRESS if the connection is not made yet, and -EALREADY as long as this is so. After
  /// -EAGAIN, the caller may wait and try again.
  virtual long connect(const Address& address) = 0;
  virtual long listen(int /*backlog*/) { return -EOPNOTSUPP; }
  /// Returns the next connection. If there is none, it returns null and sets `failure`.
  virtual Socket* accept(long& failure) {
    failure = -EOPNOTSUPP;
    return nullptr;
  }
  virtual long send(Message& message) = 0;
  virtual long receive(Message& message) = 0;
  /// Ends one direction or both (SHUT_RD, SHUT_WR, SHUT_RDWR).
  virtual long shutdown(int how) = 0;
  [[nodiscard]] virtual Address name() const = 0;
  [[nodiscard]] virtual bool has_peer() const = 0;
  /// Empty if the other end has no name.
  [[nodiscard]] virtual Address peer_name() const = 0;
  /// Returns the bytes that FIONREAD reports, or an error.
  virtual long unread() = 0;
  [[nodiscard]] virtual bool is_listening() const { return false; }
  [[nodiscard]] virtual Owner peer_owner() const;
  /// True if sending may end in the signal SIGPIPE.
  [[nodiscard]] virtual bool raises_signals() const { return false; }

  long device_call(std::uint64_t request, std::uint64_t argument) override;
  /// Returns the pending error as a positive number, and clears it (SO_ERROR).
  int take_error();
  /// Adds directions to those that have ended, and wakes all that wait.
  void end_directions(unsigned directions);

  static constexpr unsigned receiving = 1;
  static constexpr unsigned sending = 2;
  static constexpr unsigned both = receiving | sending;

  int family = AF_UNSPEC;
  Kind kind = Kind::unix_stream;
  Options options;
  int error = 0;           ///< pending error, a positive number
  unsigned has_ended = 0;  ///< directions that have ended
  PacketQueue queue;       ///< what has arrived
  Socket* next_of_all = nullptr;

 protected:
  /// Removes the socket from the list of all, and frees what it holds.
  void leave();
};

/// Sets up a new socket, and adds it to the list of all.
void begin_socket(Socket& socket, int family, Kind kind);
/// The newest socket of the node; follow `next_of_all` to the others.
Socket* newest_socket();
/// The owner that the guest's own sockets have.
Owner own_owner();

}  // namespace ldfi::kernel
