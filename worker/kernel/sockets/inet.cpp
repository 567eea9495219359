#include "worker/kernel/sockets/inet.hpp"

#include "worker/kernel/sockets/tcp.hpp"
#include "worker/kernel/sockets/udp.hpp"

namespace ldfi::kernel {
namespace {

/// Ports that the node chooses: net.ipv4.ip_local_port_range of Linux.
constexpr int first_port = 32768;
constexpr int last_port = 60999;

/// The port that was chosen last, for each protocol. Linux chooses at random; here the order is fixed.
struct Ports {
  int last_of_tcp = first_port - 1;
  int last_of_udp = first_port - 1;
};

constinit Ports ports;

bool covers_ipv4(const Socket& socket, const Endpoint& own) {
  if (own.is_ipv4()) return true;
  return own.is_any() && socket.family == AF_INET6 &&
         !socket.options.is_set(IPPROTO_IPV6, IPV6_V6ONLY);
}

bool covers_ipv6(const Endpoint& own) {
  return !own.is_ipv4();
}

/// True if some address belongs to both.
bool overlap(const Socket& one, const Endpoint& own, const Socket& another) {
  const Endpoint& other = route_of(another).own;
  const bool shared = (covers_ipv4(one, own) && covers_ipv4(another, other)) ||
                      (covers_ipv6(own) && covers_ipv6(other));
  return shared && (own.is_any() || other.is_any() || own.has_ip_of(other));
}

/// True if two sockets may have the same port, because both programs said so.
bool may_share(const Socket& one, const Socket& another) {
  const auto both_have = [&](int name) {
    return one.options.is_set(SOL_SOCKET, name) && another.options.is_set(SOL_SOCKET, name);
  };
  if (both_have(SO_REUSEPORT)) return true;
  return both_have(SO_REUSEADDR) && !another.is_listening();
}

long choose_port(Socket& socket, Endpoint& own) {
  int& last = socket.kind == Kind::tcp ? ports.last_of_tcp : ports.last_of_udp;
  for (int tries = first_port; tries <= last_port; ++tries) {
    last = last >= last_port ? first_port : last + 1;
    own.port = static_cast<std::uint16_t>(last);
    if (!is_port_taken(socket, own)) return 0;
  }
  return -EADDRINUSE;
}

}  // namespace

Route& route_of(Socket& socket) {
  return socket.kind == Kind::tcp ? static_cast<TcpSocket&>(socket).route
                                  : static_cast<UdpSocket&>(socket).route;
}

const Route& route_of(const Socket& socket) {
  return route_of(const_cast<Socket&>(socket));
}

bool is_port_taken(const Socket& socket, const Endpoint& own) {
  for (const Socket* one = newest_socket(); one != nullptr; one = one->next_of_all) {
    if (one == &socket || one->kind != socket.kind || route_of(*one).own.port != own.port) continue;
    if (overlap(socket, own, *one) && !may_share(socket, *one)) return true;
  }
  return false;
}

long bind_route(Socket& socket, const Address& address) {
  Route& route = route_of(socket);
  Endpoint own;
  if (const long failure = read_endpoint(socket, address, Use::own, own); failure != 0)
    return failure;
  if (!own.is_any() && !own.is_own()) return -EADDRNOTAVAIL;
  if (route.own.port != 0) return -EINVAL;
  if (own.port == 0) {
    if (const long failure = choose_port(socket, own); failure != 0) return failure;
  } else if (is_port_taken(socket, own)) {
    return -EADDRINUSE;
  }
  route.own = own;
  route.chose_address = !own.is_any();
  return 0;
}

long route_to(Socket& socket, const Endpoint& other) {
  Route& route = route_of(socket);
  if (!other.is_reachable()) return -ENETUNREACH;
  Endpoint own = route.own;
  if (!route.chose_address) own.ip = source_for(other).ip;
  if (own.port == 0) {
    if (const long failure = choose_port(socket, own); failure != 0) return -EADDRNOTAVAIL;
  }
  route.own = own;
  route.other = other;
  return 0;
}

int fit_of(const Socket& socket, const Endpoint& from, const Endpoint& to) {
  const Route& route = route_of(socket);
  if (route.own.port != to.port) return 0;
  if (!route.own.is_any() && !route.own.has_ip_of(to)) return 0;
  if (to.is_ipv4() ? !covers_ipv4(socket, route.own) : !covers_ipv6(route.own)) return 0;
  constexpr int family = 1;
  constexpr int address = 2;
  constexpr int connection = 4;
  int out = 1;
  if (to.is_ipv4() == (socket.family == AF_INET)) out += family;
  if (!route.own.is_any()) out += address;
  if (route.other.port != 0) {
    if (route.other.port != from.port || !route.other.has_ip_of(from)) return 0;
    out += connection;
  }
  return out;
}

Socket* find_inet_socket(Kind kind, bool listening, const Endpoint& from, const Endpoint& to) {
  int best = 0;
  int equal = 0;
  const auto each = [&](const auto& step) {
    for (Socket* one = newest_socket(); one != nullptr; one = one->next_of_all) {
      if (one->kind == kind && one->is_listening() == listening) step(*one, fit_of(*one, from, to));
    }
  };
  each([&](const Socket& one, int fit) {
    if (fit == 0 || fit < best) return;
    const bool more = fit == best && one.options.is_set(SOL_SOCKET, SO_REUSEPORT);
    equal = fit > best ? 1 : more ? equal + 1 : equal;
    best = fit;
  });
  if (best == 0) return nullptr;
  int chosen = from.port % equal;
  Socket* out = nullptr;
  each([&](Socket& one, int fit) {
    if (fit == best && chosen-- == 0) out = &one;
  });
  return out;
}

}  // namespace ldfi::kernel
