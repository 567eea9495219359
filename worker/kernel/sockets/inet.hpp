// What TCP and UDP share: sockets with an own address and perhaps another end, and the ports of the node.
#pragma once

#include "worker/kernel/sockets/endpoint.hpp"
#include "worker/kernel/sockets/socket.hpp"

namespace ldfi::kernel {

/// The addresses of a socket of an internet protocol.
struct Route {
  Endpoint own;
  Endpoint other;              ///< its port is 0 if there is no other end
  bool chose_address = false;  ///< the program has bound it to an address other than 0.0.0.0 and ::
};

/// The route of a TCP or UDP socket.
Route& route_of(Socket& socket);
const Route& route_of(const Socket& socket);

/// Binds a socket to an address. Port 0 chooses the next free port. Returns 0 or an error.
long bind_route(Socket& socket, const Address& address);
/// Gives a socket without port the next free one, and notes the other end. Returns 0 or an error.
long route_to(Socket& socket, const Endpoint& other);
/// True if another socket does not let this one have its port.
bool is_port_taken(const Socket& socket, const Endpoint& own);
/// Returns how well a socket fits a message from `from` to `to`: 0 means not at all.
int fit_of(const Socket& socket, const Endpoint& from, const Endpoint& to);
/// Returns the socket of this kind that fits best and for which `accepts` is true, or null. Of several with
/// SO_REUSEPORT, the port of the sender chooses one.
Socket* find_inet_socket(Kind kind, bool listening, const Endpoint& from, const Endpoint& to);

}  // namespace ldfi::kernel
