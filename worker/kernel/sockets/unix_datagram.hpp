// Unix sockets that send datagrams.
#pragma once

#include "worker/kernel/sockets/socket.hpp"
#include "worker/kernel/sockets/unix_names.hpp"

namespace ldfi::kernel {

class UnixDatagram : public Socket {
 public:
  long bind(const Address& address) override { return place_name.bind(*this, address); }
  long connect(const Address& address) override;
  long send(Message& message) override;
  long receive(Message& message) override;
  long shutdown(int how) override;
  [[nodiscard]] Address name() const override { return place_name.address; }
  [[nodiscard]] bool has_peer() const override { return peer != nullptr || has_lost_peer; }
  [[nodiscard]] Address peer_name() const override { return peer_address; }
  [[nodiscard]] Owner peer_owner() const override;
  long unread() override;
  std::uint32_t events() override;
  void close() override;

  /// Makes two sockets each other's peers.
  static void join(UnixDatagram& one, UnixDatagram& another);

  UnixName place_name;
  Address peer_address;
  UnixDatagram* peer = nullptr;  ///< where datagrams go that name no address
  bool has_lost_peer = false;    ///< the peer was closed, and no call has reported this yet
  bool is_pair = false;          ///< made by socketpair()

 private:
  /// Returns the receiver of a message, or null and an error.
  UnixDatagram* receiver_of(const Message& message, long& failure);
  /// True if the queue of `to` takes no datagram from this socket at present.
  [[nodiscard]] bool is_full(const UnixDatagram& to) const;
  /// Forgets the peer. What it has sent is dropped, as on Linux.
  void leave_peer();
  /// Tells those who send to this socket that they may do so. Those whose peer it is not wait only for a full
  /// queue.
  void notify_senders(bool was_full);
};

}  // namespace ldfi::kernel
