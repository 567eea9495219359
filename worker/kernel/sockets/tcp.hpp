// TCP sockets, as far as programs can tell. Bytes arrive in order and at once, since the other end is in the
// same node.
#pragma once

#include "worker/kernel/sockets/inet.hpp"
#include "worker/kernel/sockets/stream.hpp"

namespace ldfi::kernel {

class TcpSocket : public StreamSocket {
 public:
  long bind(const Address& address) override;
  long connect(const Address& address) override;
  long listen(int wanted) override;
  long shutdown(int how) override;
  [[nodiscard]] Address name() const override { return address_of_endpoint(route.own, family); }
  [[nodiscard]] bool has_peer() const override { return state == State::connected; }
  [[nodiscard]] Address peer_name() const override {
    return address_of_endpoint(route.other, family);
  }
  [[nodiscard]] bool raises_signals() const override { return true; }
  std::uint32_t events() override;

  void receive_end(bool gone) override;
  void receive_reset() override;
  void receive_stop() override {}

  // How a connection begins. The other end may be anywhere.
  /// Called when the other end has accepted the connection.
  void receive_acceptance(End& end);
  /// Called when nobody listens there.
  void receive_refusal();
  /// Takes a request for a connection to this listening socket. It waits while the queue is full.
  void request(TcpSocket& client);
  /// Makes the socket of this listening socket's end of a connection.
  TcpSocket& make_connection(End& end, const Route& between);

  Route route;
  TcpSocket* wanted =
      nullptr;  ///< the listening socket whose queue has to take this connection first

 protected:
  long check_sending(const Message& message) override;
  long receive_without_bytes() override;
  [[nodiscard]] std::size_t capacity() const override;
  [[nodiscard]] bool is_writable() const override;
  void hang_up(bool unread) override;
  void admit_waiting() override;
  void destroy() override { release(this, sizeof *this); }

 private:
  /// The progress of connect(), which decides the result of the next call.
  enum class Attempt : std::uint8_t { none, begun, reported };

  long begin_connecting(const Address& address);
  long disconnect();
  /// Takes a connection of this node into the queue of this listening socket.
  void admit(TcpSocket& client);
  /// Ends the connection in both directions.
  void finish(int failure);

  Attempt attempt_ = Attempt::none;
  bool end_arrived_ = false;
  bool end_sent_ = false;
};

/// Takes a connection request to whoever listens at the address, in this node or another.
void reach(TcpSocket& client);

}  // namespace ldfi::kernel
