// Names of the messages that sockets send, for systems with `net: sockets`. A name has the port of the
// node that listens, and the direction: `6379>` are bytes from the connecting node, `6379<` bytes to
// it. A word follows for other messages of a connection, such as `6379>syn` or `6379<fin`. All names of
// the second connection between two nodes end with `.1`, those of the third with `.2`. A datagram of UDP
// has the name `udp.53` with the port that receives it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/systems/faults/place.hpp"

namespace ldfi::systems {

enum class SocketEvent : std::uint8_t {
  segment,   ///< bytes of a connection
  syn,       ///< a node asks for a connection
  synack,    ///< the connection is made
  refused,   ///< no process listens at the port
  fin,       ///< the sender sends no more bytes
  rst,       ///< the connection is broken
  datagram,  ///< a datagram of UDP
};

struct SocketType {
  std::uint16_t port = 0;  ///< port of the node that listens; of a datagram, the receiver's port
  bool from_connector =
      false;  ///< true if the node that asked for the connection sends the message
  SocketEvent event = SocketEvent::segment;
  /// Number of the connection among those from the same node to the same node and port, from 0.
  std::uint64_t connection = 0;
  bool operator==(const SocketType&) const = default;
};

[[nodiscard]] std::string to_text(const SocketType& type);
/// Returns the type with this name, or nullopt if it is not the name of a message of sockets.
[[nodiscard]] std::optional<SocketType> read_socket_type(std::string_view name);
/// Returns true if the network may lose the message: only what TCP does not send again, which are
/// datagrams and requests for a connection. Also true for messages that are not from sockets.
[[nodiscard]] bool may_be_lost(std::string_view type);

/// Returns a text that is equal for all messages of one connection, in both directions. Empty if the
/// message belongs to no connection.
[[nodiscard]] std::string connection_of(const MessageId& message);
/// Returns true if the machine of a node that has ended may send such a message.
[[nodiscard]] bool may_come_from_machine(std::string_view type);

/// Which messages from one node to another arrive in the order of sending. Messages wait for an
/// earlier one that is late or duplicated, and do not overtake it.
enum class ArrivalOrder : std::uint8_t {
  any,         ///< no messages
  fifo,        ///< all messages from one node to another
  connection,  ///< messages of one connection, in one direction
};

/// The words for ArrivalOrder in configs and recordings.
inline constexpr std::array<std::string_view, 3> arrival_orders{"any", "fifo", "connection"};
[[nodiscard]] constexpr std::string_view name_of(ArrivalOrder order) {
  return arrival_orders.at(static_cast<std::size_t>(order));
}

/// Returns a text that is equal for messages that arrive in the order of sending, or an empty text
/// if the message may overtake all others.
[[nodiscard]] std::string channel_of(ArrivalOrder order, const MessageId& message);

}  // namespace ldfi::systems
