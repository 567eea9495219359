// The connections between the nodes of one execution. Gives the messages of sockets their names, and acts for
// the machines of nodes that have ended: they break connections, and refuse new ones, as Linux does when a
// process has ended. Private to worker/drive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "common/systems/faults/socket_type.hpp"
#include "worker/drive/envelope.hpp"

namespace ldfi::drive {

class Network {
 public:
  /// A message that the machine of a node sends.
  struct Answer {
    std::size_t from = 0;
    std::size_t to = 0;
    EnvelopePtr message;
  };

  /// `names` are the names of the nodes.
  explicit Network(std::vector<std::string> names) : names_(std::move(names)) {}

  /// Returns the message that this node sends. Throws Misbehaved if no library kernel sends such a
  /// message.
  EnvelopePtr message_of(std::size_t from, Packet packet);
  /// Must be called when a message arrives at a node that is up.
  void note_arrival(const Packet& packet);
  /// Returns what the machine of a node that has just ended sends to the nodes at the other ends of
  /// its connections.
  std::vector<Answer> end_connections_of(std::size_t node);
  /// Breaks the connection of this message. Returns the messages that tell the nodes at both ends of it.
  std::vector<Answer> reset_connection(const Packet& packet);
  /// Returns what the machine of this node, which is down, answers to a message that arrives there.
  std::optional<Answer> answer_of_machine(std::size_t node, const Packet& packet);

 private:
  struct Connection {
    std::size_t connector = 0;
    std::size_t listener = 0;
    systems::SocketType type;  ///< its port and number
    std::uint16_t connector_port = 0;
    bool asked = false;            ///< true if the request has arrived at the listener
    bool accepted = false;         ///< true if the listener has made the connection
    bool connector_ended = false;  ///< true if the connector sends no more bytes
    bool listener_ended = false;   ///< true if the listener sends no more bytes
    bool over = false;             ///< true if the connection is closed or broken
  };
  /// The connecting node, and the number that it has given to the connection.
  using Key = std::pair<std::size_t, std::uint32_t>;

  [[nodiscard]] EnvelopePtr seal_packet(std::size_t from, const systems::SocketType& type,
                                        Packet packet) const;
  Connection& connect(std::size_t from, const Packet& packet);
  Answer answer(const Key& key, Connection& connection, std::size_t from, ldfi_net_kind kind);

  std::vector<std::string> names_;
  std::map<Key, Connection> connections_;
  /// Number of connections so far, by connecting node, listening node and port.
  std::map<std::tuple<std::size_t, std::size_t, std::uint16_t>, std::uint64_t> counts_;
};

}  // namespace ldfi::drive
