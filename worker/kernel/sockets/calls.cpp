// Calls that make, name and connect sockets.
#include <fcntl.h>
#include <netinet/in.h>

#include "worker/kernel/call.hpp"
#include "worker/kernel/sockets/refusal.hpp"
#include "worker/kernel/sockets/tcp.hpp"
#include "worker/kernel/sockets/transfer.hpp"
#include "worker/kernel/sockets/udp.hpp"
#include "worker/kernel/sockets/unix_datagram.hpp"
#include "worker/kernel/sockets/unix_stream.hpp"

namespace ldfi::kernel {
namespace {

constexpr int flags_of_types = SOCK_CLOEXEC | SOCK_NONBLOCK;

/// Returns 0 and the kind of socket that the arguments name, or an error.
long kind_of(int family, int type, int protocol, Kind& out) {
  if (family == AF_UNIX) {
    if (protocol != 0 && protocol != PF_UNIX) return -EPROTONOSUPPORT;
    if (type == SOCK_RAW) type = SOCK_DGRAM;  // as on Linux
    if (type != SOCK_STREAM && type != SOCK_DGRAM && type != SOCK_SEQPACKET)
      return -ESOCKTNOSUPPORT;
    out = type == SOCK_STREAM  ? Kind::unix_stream
          : type == SOCK_DGRAM ? Kind::unix_datagram
                               : Kind::unix_packets;
    return 0;
  }
  if (family != AF_INET && family != AF_INET6) return refuse_family(family);
  if (type != SOCK_STREAM && type != SOCK_DGRAM) return -ESOCKTNOSUPPORT;
  const int own = type == SOCK_STREAM ? IPPROTO_TCP : IPPROTO_UDP;
  if (protocol != 0 && protocol != own) return -EPROTONOSUPPORT;
  out = type == SOCK_STREAM ? Kind::tcp : Kind::udp;
  return 0;
}

template <typename T>
T& made(int family, Kind kind) {
  T& out = *make_file<T>(O_RDWR);
  begin_socket(out, family, kind);
  return out;
}

Socket& make_socket(int family, Kind kind) {
  switch (kind) {
    case Kind::unix_datagram:
      return made<UnixDatagram>(family, kind);
    case Kind::tcp:
      return made<TcpSocket>(family, kind);
    case Kind::udp:
      return made<UdpSocket>(family, kind);
    default:
      return made<UnixStream>(family, kind);
  }
}

/// Gives the socket a descriptor. Closes the socket if there is none left.
long place_socket(Socket& socket, int flags) {
  if ((flags & SOCK_NONBLOCK) != 0) socket.status |= O_NONBLOCK;
  const Hold hold(socket);
  return place(socket, (flags & SOCK_CLOEXEC) != 0);
}

long socket_call(const Call& call) {
  const int flags = call.number_at(1) & ~0xf;
  if ((flags & ~flags_of_types) != 0) return -EINVAL;
  Kind kind{};
  const long failure = kind_of(call.number_at(0), call.number_at(1) & 0xf, call.number_at(2), kind);
  return failure != 0 ? failure : place_socket(make_socket(call.number_at(0), kind), flags);
}

long socketpair_call(const Call& call) {
  const int flags = call.number_at(1) & ~0xf;
  const int family = call.number_at(0);
  Kind kind{};
  if ((flags & ~flags_of_types) != 0) return -EINVAL;
  if (const long failure = kind_of(family, call.number_at(1) & 0xf, call.number_at(2), kind);
      failure != 0) {
    return failure;
  }
  if (family != AF_UNIX) return -EOPNOTSUPP;
  Socket& one = make_socket(family, kind);
  Socket& another = make_socket(family, kind);
  if (kind == Kind::unix_datagram) {
    UnixDatagram::join(static_cast<UnixDatagram&>(one), static_cast<UnixDatagram&>(another));
  } else {
    UnixStream::join(static_cast<UnixStream&>(one), static_cast<UnixStream&>(another));
  }
  const Hold hold(one);
  const Hold other_hold(another);
  const long first = place_socket(one, flags);
  if (first < 0) return first;
  const long second = place_socket(another, flags);
  if (second < 0) close_descriptor(static_cast<int>(first));
  const int numbers[] = {static_cast<int>(first), static_cast<int>(second)};
  return second < 0 ? second : write_guest(call[3], numbers);
}

Socket* socket_at(const Call& call, long& failure) {
  File* const file = file_at(call.number_at(0));
  failure = file == nullptr ? -EBADF : -ENOTSOCK;
  return file == nullptr ? nullptr : file->as_socket();
}

long bind_call(const Call& call) {
  long failure = 0;
  Socket* const socket = socket_at(call, failure);
  if (socket == nullptr) return failure;
  Address address;
  failure = read_address(address, call[1], static_cast<std::uint32_t>(call[2]));
  return failure != 0 ? failure : socket->bind(address);
}

long connect_call(const Call& call) {
  long failure = 0;
  Socket* const socket = socket_at(call, failure);
  if (socket == nullptr) return failure;
  Address address;
  failure = read_address(address, call[1], static_cast<std::uint32_t>(call[2]));
  if (failure != 0) return failure;
  const Hold hold(*socket);
  const std::uint64_t deadline = end_of(socket->options.send_span);
  long out = socket->connect(address);
  while (socket->is_blocking() && (out == -EINPROGRESS || out == -EALREADY || out == -EAGAIN)) {
    const bool begun = out == -EINPROGRESS;
    if (!begun) failure = wait_for_socket(*socket, deadline);
    if (failure != 0) return failure == -EAGAIN && out == -EALREADY ? -EINPROGRESS : failure;
    out = socket->connect(address);
  }
  return out;
}

long listen_call(const Call& call) {
  long failure = 0;
  Socket* const socket = socket_at(call, failure);
  return socket == nullptr ? failure : socket->listen(call.number_at(1));
}

/// Writes the name of a socket. Only Unix sockets may have none; then the family alone is written.
long write_name(Address name, std::uint64_t to, std::uint64_t length_at) {
  if (name.length == 0) {
    name.as<sockaddr>().sa_family = AF_UNIX;
    name.length = sizeof(sa_family_t);
  }
  return write_address(name, to, length_at);
}

long accept_with(const Call& call, int flags) {
  if ((flags & ~flags_of_types) != 0) return -EINVAL;
  long failure = 0;
  Socket* const socket = socket_at(call, failure);
  if (socket == nullptr) return failure;
  const Hold hold(*socket);
  const std::uint64_t deadline = end_of(socket->options.receive_span);
  Socket* connection = nullptr;
  while ((connection = socket->accept(failure)) == nullptr) {
    if (failure != -EAGAIN || !socket->is_blocking()) return failure;
    if (failure = wait_for_socket(*socket, deadline); failure != 0) return failure;
  }
  const Address peer = connection->peer_name();
  const long out = place_socket(*connection, flags);
  if (out < 0 || call[1] == 0) return out;
  failure = write_name(peer, call[1], call[2]);
  if (failure != 0) close_descriptor(static_cast<int>(out));
  return failure != 0 ? failure : out;
}

long accept_call(const Call& call) {
  return accept_with(call, 0);
}

long accept4_call(const Call& call) {
  return accept_with(call, call.number_at(3));
}

long shutdown_call(const Call& call) {
  long failure = 0;
  Socket* const socket = socket_at(call, failure);
  if (socket == nullptr) return failure;
  const int how = call.number_at(1);
  return how < SHUT_RD || how > SHUT_RDWR ? -EINVAL : socket->shutdown(how);
}

long getsockname_call(const Call& call) {
  long failure = 0;
  const Socket* const socket = socket_at(call, failure);
  if (socket == nullptr) return failure;
  return write_name(socket->name(), call[1], call[2]);
}

long getpeername_call(const Call& call) {
  long failure = 0;
  const Socket* const socket = socket_at(call, failure);
  if (socket == nullptr) return failure;
  if (!socket->has_peer()) return -ENOTCONN;
  return write_name(socket->peer_name(), call[1], call[2]);
}

long setsockopt_call(const Call& call) {
  long failure = 0;
  Socket* const socket = socket_at(call, failure);
  if (socket == nullptr) return failure;
  return set_option(*socket, call.number_at(1), call.number_at(2), call[3],
                    static_cast<std::uint32_t>(call[4]));
}

long getsockopt_call(const Call& call) {
  long failure = 0;
  Socket* const socket = socket_at(call, failure);
  if (socket == nullptr) return failure;
  return get_option(*socket, call.number_at(1), call.number_at(2), call[3], call[4]);
}

}  // namespace

constexpr Entry calls_of_sockets[] = {{SYS_socket, {"socket", socket_call}},
                                      {SYS_socketpair, {"socketpair", socketpair_call}},
                                      {SYS_bind, {"bind", bind_call}},
                                      {SYS_connect, {"connect", connect_call}},
                                      {SYS_listen, {"listen", listen_call}},
                                      {SYS_accept, {"accept", accept_call}},
                                      {SYS_accept4, {"accept4", accept4_call}},
                                      {SYS_shutdown, {"shutdown", shutdown_call}},
                                      {SYS_getsockname, {"getsockname", getsockname_call}},
                                      {SYS_getpeername, {"getpeername", getpeername_call}},
                                      {SYS_setsockopt, {"setsockopt", setsockopt_call}},
                                      {SYS_getsockopt, {"getsockopt", getsockopt_call}},
                                      {0, {}}};

}  // namespace ldfi::kernel
