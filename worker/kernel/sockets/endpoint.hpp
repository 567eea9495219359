// Ends of connections of the internet protocols: an address with a port. IPv4 addresses have their IPv6
// form (::ffff:127.0.0.1) here, since a socket of IPv6 may also use IPv4.
#pragma once

#include <netinet/in.h>

#include "worker/kernel/sockets/address.hpp"

namespace ldfi::kernel {

class Socket;

struct Endpoint {
  in6_addr ip = IN6ADDR_ANY_INIT;
  std::uint16_t port = 0;

  [[nodiscard]] bool is_ipv4() const;
  /// True for 0.0.0.0 and ::, which stand for all addresses of the node.
  [[nodiscard]] bool is_any() const;
  /// True if the address belongs to this node: a loopback address, or the node's own.
  [[nodiscard]] bool is_own() const;
  /// True if the address belongs to this node or another one.
  [[nodiscard]] bool is_reachable() const;
  [[nodiscard]] bool has_ip_of(const Endpoint& other) const;
};

/// Which address a call names: one that is its own, or the other end.
enum class Use : std::uint8_t { own, other };

/// Reads an address for a socket of this family. Returns 0 or an error.
long read_endpoint(const Socket& socket, const Address& address, Use use, Endpoint& out);
/// Returns the address as a socket of this family shows it.
Address address_of_endpoint(const Endpoint& endpoint, int family);
/// The address that stands for all addresses of a socket of this family.
Endpoint any_endpoint(int family);
/// Returns where a message to this address arrives: for 0.0.0.0 and :: a loopback address.
Endpoint destination_of(const Endpoint& endpoint);
/// Returns the address from which a socket sends to this destination.
Endpoint source_for(const Endpoint& destination);
/// Returns the number of the node that has this address, or -1.
int node_of(const Endpoint& endpoint);
Endpoint endpoint_of_node(int node, std::uint16_t port);

}  // namespace ldfi::kernel
