#include "worker/kernel/sockets/endpoint.hpp"

#include "worker/kernel/sockets/network.hpp"
#include "worker/kernel/sockets/socket.hpp"

namespace ldfi::kernel {
namespace {

constexpr std::size_t ipv4_at = 12;
constexpr unsigned char ipv4_prefix[ipv4_at] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
constexpr unsigned char loopback_net = 127;
constexpr std::uint32_t first_node = 0x0a000001;  // 10.0.0.1, the address of node 0
constexpr in6_addr any_ipv6 = IN6ADDR_ANY_INIT;
constexpr in6_addr loopback_ipv6 = IN6ADDR_LOOPBACK_INIT;
constexpr std::uint32_t loopback_ipv4 = 0x0100007f;  // 127.0.0.1 in the order of the network

std::uint16_t swapped(std::uint16_t number) {
  return static_cast<std::uint16_t>(number << 8 | number >> 8);
}

constexpr std::uint32_t swapped32(std::uint32_t number) {
  return __builtin_bswap32(number);
}

Endpoint ipv4_endpoint(std::uint32_t ip, std::uint16_t port) {
  Endpoint out;
  memcpy(out.ip.s6_addr, ipv4_prefix, ipv4_at);
  memcpy(out.ip.s6_addr + ipv4_at, &ip, sizeof ip);
  out.port = port;
  return out;
}

std::uint32_t ipv4_of(const Endpoint& endpoint) {
  std::uint32_t out = 0;
  memcpy(&out, endpoint.ip.s6_addr + ipv4_at, sizeof out);
  return out;
}

/// Linux takes an address of no family for one of IPv4 if a socket binds itself to 0.0.0.0.
bool is_ipv4_family(const sockaddr_in& address, Use use) {
  return address.sin_family == AF_INET || (address.sin_family == AF_UNSPEC && use == Use::own &&
                                           address.sin_addr.s_addr == INADDR_ANY);
}

bool may_use_ipv4_form(const Socket& socket, Use use) {
  return socket.kind == Kind::udp && use == Use::other &&
         !socket.options.is_set(IPPROTO_IPV6, IPV6_V6ONLY);
}

}  // namespace

bool Endpoint::is_ipv4() const {
  return memcmp(ip.s6_addr, ipv4_prefix, ipv4_at) == 0;
}

bool Endpoint::is_any() const {
  if (is_ipv4()) return ipv4_of(*this) == INADDR_ANY;
  return memcmp(&ip, &any_ipv6, sizeof ip) == 0;
}

bool Endpoint::is_reachable() const {
  return is_own() || node_of(*this) >= 0;
}

bool Endpoint::is_own() const {
  if (const int node = node_of(*this); node >= 0) return node == own_node();
  if (is_ipv4()) return ip.s6_addr[ipv4_at] == loopback_net;
  return memcmp(&ip, &loopback_ipv6, sizeof ip) == 0;
}

bool Endpoint::has_ip_of(const Endpoint& other) const {
  return memcmp(&ip, &other.ip, sizeof ip) == 0;
}

long read_endpoint(const Socket& socket, const Address& address, Use use, Endpoint& out) {
  constexpr std::uint32_t least_ipv6 = 24;  // older programs leave the scope out
  if (socket.family == AF_INET || (address.family() == AF_INET && may_use_ipv4_form(socket, use))) {
    const auto& ipv4 = address.as<sockaddr_in>();
    if (address.length < sizeof ipv4) return -EINVAL;
    if (!is_ipv4_family(ipv4, use)) return -EAFNOSUPPORT;
    out = ipv4_endpoint(ipv4.sin_addr.s_addr, swapped(ipv4.sin_port));
    return 0;
  }
  const auto& ipv6 = address.as<sockaddr_in6>();
  if (address.length < least_ipv6) return -EINVAL;
  if (ipv6.sin6_family != AF_INET6) return -EAFNOSUPPORT;
  out.ip = ipv6.sin6_addr;
  out.port = swapped(ipv6.sin6_port);
  if (out.is_ipv4() && socket.options.is_set(IPPROTO_IPV6, IPV6_V6ONLY))
    return use == Use::own ? -EINVAL : -ENETUNREACH;
  return 0;
}

Address address_of_endpoint(const Endpoint& endpoint, int family) {
  Address out;
  if (family == AF_INET) {
    auto& ipv4 = out.as<sockaddr_in>();
    ipv4.sin_family = AF_INET;
    ipv4.sin_port = swapped(endpoint.port);
    ipv4.sin_addr.s_addr = ipv4_of(endpoint);
    out.length = sizeof ipv4;
  } else {
    auto& ipv6 = out.as<sockaddr_in6>();
    ipv6.sin6_family = AF_INET6;
    ipv6.sin6_port = swapped(endpoint.port);
    ipv6.sin6_addr = endpoint.ip;
    out.length = sizeof ipv6;
  }
  return out;
}

Endpoint any_endpoint(int family) {
  return family == AF_INET ? ipv4_endpoint(INADDR_ANY, 0) : Endpoint{};
}

Endpoint destination_of(const Endpoint& endpoint) {
  if (!endpoint.is_any()) return endpoint;
  Endpoint out = source_for(endpoint);
  out.port = endpoint.port;
  return out;
}

int node_of(const Endpoint& endpoint) {
  if (!endpoint.is_ipv4()) return -1;
  const std::uint32_t number = swapped32(ipv4_of(endpoint)) - first_node;
  return number < static_cast<std::uint32_t>(node_count()) ? static_cast<int>(number) : -1;
}

Endpoint endpoint_of_node(int node, std::uint16_t port) {
  return ipv4_endpoint(swapped32(first_node + static_cast<std::uint32_t>(node)), port);
}

Endpoint source_for(const Endpoint& destination) {
  if (node_of(destination) >= 0) return endpoint_of_node(own_node(), 0);
  if (destination.is_ipv4()) return ipv4_endpoint(loopback_ipv4, 0);
  Endpoint out;
  out.ip = loopback_ipv6;
  return out;
}

}  // namespace ldfi::kernel
