// UDP sockets. Datagrams arrive at once and in order, since the receiver is in the same node.
#pragma once

#include "worker/kernel/sockets/inet.hpp"

namespace ldfi::kernel {

class UdpSocket : public Socket {
 public:
  long bind(const Address& address) override { return bind_route(*this, address); }
  long connect(const Address& address) override;
  long send(Message& message) override;
  long receive(Message& message) override;
  long shutdown(int how) override;
  [[nodiscard]] Address name() const override { return address_of_endpoint(route.own, family); }
  [[nodiscard]] bool has_peer() const override { return route.other.port != 0; }
  [[nodiscard]] Address peer_name() const override {
    return address_of_endpoint(route.other, family);
  }
  long unread() override;
  std::uint32_t events() override;
  void close() override;

  /// A datagram arrives. It is dropped if the queue has no room, as on Linux.
  void receive_packet(Packet& packet, const Endpoint& from);

  Route route;

 private:
  /// Takes a packet to the socket that it is for.
  void deliver(Packet& packet, const Endpoint& from, const Endpoint& to);
};

}  // namespace ldfi::kernel
