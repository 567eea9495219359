// Connections with other nodes. A remote end stands for the other end of a connection: it turns what the
// stream of this node does into messages, and messages from the other node into calls of the stream.
#pragma once

#include "worker/kernel/sockets/network.hpp"
#include "worker/kernel/sockets/tcp.hpp"

namespace ldfi::kernel {

class RemoteEnd : public End {
 public:
  void receive_packet(Packet& packet) override;
  void receive_end(bool gone) override;
  void receive_reset() override;
  void receive_credit(std::size_t /*bytes*/) override {}  // the other node does not ask for it
  void receive_stop() override {}

  NetMessage head{};  ///< names the connection in all of its messages
  TcpSocket* own =
      nullptr;  ///< the stream of this node; null before it is made and once it is closed
  TcpSocket* asked = nullptr;  ///< the listening socket that has no room for this connection yet
  bool end_sent = false;
  bool end_arrived = false;
  RemoteEnd* next = nullptr;
};

/// Asks another node for a connection.
void connect_remotely(TcpSocket& client);
/// Sends a datagram to another node. Frees the packet.
void send_remotely(Packet& packet, const Endpoint& from, const Endpoint& to);
/// Takes a message from another node.
void receive_from_node(const NetMessage& head, const unsigned char* bytes);
/// Called when a listening socket has room, or no longer listens: answers those that wait for it.
void admit_remote(TcpSocket& listener);

}  // namespace ldfi::kernel
