#include "worker/kernel/sockets/options.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <netinet/udp.h>

#include "worker/kernel/report.hpp"
#include "worker/kernel/sockets/refusal.hpp"
#include "worker/kernel/sockets/socket.hpp"

namespace ldfi::kernel {
namespace {

/// How the value of an option is kept.
enum class Form : std::uint8_t { number, flag, buffer, fixed };

struct OptionRow {
  int level;
  int name;
  Form form;
  int initial;
  int least;  ///< setting a number below this fails with EINVAL
  int most;
};

constexpr int any = 0x7fffffff;
constexpr int usual_buffer = 212992;  // net.core.wmem_default of Linux

constexpr OptionRow rows[] = {
    {SOL_SOCKET, SO_DEBUG, Form::flag, 0, 0, 1},
    {SOL_SOCKET, SO_REUSEADDR, Form::flag, 0, 0, 1},
    {SOL_SOCKET, SO_DONTROUTE, Form::flag, 0, 0, 1},
    {SOL_SOCKET, SO_BROADCAST, Form::flag, 0, 0, 1},
    {SOL_SOCKET, SO_SNDBUF, Form::buffer, usual_buffer, 4608, any},
    {SOL_SOCKET, SO_RCVBUF, Form::buffer, usual_buffer, 2304, any},
    {SOL_SOCKET, SO_KEEPALIVE, Form::flag, 0, 0, 1},
    {SOL_SOCKET, SO_OOBINLINE, Form::flag, 0, 0, 1},
    {SOL_SOCKET, SO_PRIORITY, Form::number, 0, -any, any},
    {SOL_SOCKET, SO_REUSEPORT, Form::flag, 0, 0, 1},
    {SOL_SOCKET, SO_RCVLOWAT, Form::number, 1, 0, any},
    {SOL_SOCKET, SO_SNDLOWAT, Form::fixed, 1, 0, 0},
    {SOL_SOCKET, SO_INCOMING_NAPI_ID, Form::fixed, 0, 0, 0},
    {SOL_SOCKET, SO_BUSY_POLL, Form::number, 0, 0, any},
    {IPPROTO_TCP, TCP_NODELAY, Form::flag, 0, 0, 1},
    {IPPROTO_TCP, TCP_MAXSEG, Form::number, 536, 88, 32767},
    {IPPROTO_TCP, TCP_CORK, Form::flag, 0, 0, 1},
    {IPPROTO_TCP, TCP_KEEPIDLE, Form::number, 7200, 1, 32767},
    {IPPROTO_TCP, TCP_KEEPINTVL, Form::number, 75, 1, 32767},
    {IPPROTO_TCP, TCP_KEEPCNT, Form::number, 9, 1, 127},
    {IPPROTO_TCP, TCP_SYNCNT, Form::number, 6, 1, 127},
    {IPPROTO_TCP, TCP_LINGER2, Form::number, 60, -any, any},
    {IPPROTO_TCP, TCP_DEFER_ACCEPT, Form::number, 0, 0, any},
    {IPPROTO_TCP, TCP_WINDOW_CLAMP, Form::number, 0, 0, any},
    {IPPROTO_TCP, TCP_QUICKACK, Form::flag, 1, 0, 1},
    {IPPROTO_TCP, TCP_USER_TIMEOUT, Form::number, 0, 0, any},
    {IPPROTO_TCP, TCP_FASTOPEN, Form::number, 0, 0, any},
    {IPPROTO_TCP, TCP_FASTOPEN_CONNECT, Form::flag, 0, 0, 1},
    {IPPROTO_TCP, TCP_NOTSENT_LOWAT, Form::number, 0, -any, any},
    {IPPROTO_IP, IP_TOS, Form::number, 0, 0, 255},
    {IPPROTO_IP, IP_TTL, Form::number, 64, 1, 255},
    {IPPROTO_IP, IP_RECVERR, Form::flag, 0, 0, 1},
    {IPPROTO_IP, IP_MTU_DISCOVER, Form::number, 1, 0, 5},
    {IPPROTO_IP, IP_FREEBIND, Form::flag, 0, 0, 1},
    {IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, Form::flag, 0, 0, 1},
    {IPPROTO_IP, IP_MULTICAST_TTL, Form::number, 1, 0, 255},
    {IPPROTO_IP, IP_MULTICAST_LOOP, Form::flag, 1, 0, 1},
    {IPPROTO_IP, IP_MULTICAST_ALL, Form::flag, 1, 0, 1},
    {IPPROTO_IPV6, IPV6_V6ONLY, Form::flag, 0, 0, 1},
    {IPPROTO_IPV6, IPV6_UNICAST_HOPS, Form::number, 64, 0, 255},
    {IPPROTO_IPV6, IPV6_TCLASS, Form::number, 0, 0, 255},
    {IPPROTO_IPV6, IPV6_RECVERR, Form::flag, 0, 0, 1},
    {IPPROTO_IPV6, IPV6_MTU_DISCOVER, Form::number, 1, 0, 5},
    {IPPROTO_IPV6, IPV6_MULTICAST_HOPS, Form::number, 1, 0, 255},
    {IPPROTO_IPV6, IPV6_MULTICAST_LOOP, Form::flag, 1, 0, 1},
};

constexpr int row_count = sizeof rows / sizeof rows[0];
static_assert(row_count <= Options::most);

/// Returns the number of a row, or -1.
int row_at(int level, int name) {
  for (int i = 0; i < row_count; ++i) {
    if (rows[i].level == level && rows[i].name == name) return i;
  }
  return -1;
}

/// Returns 0 if sockets of this kind have options of this level, or an error.
long check_level(const Socket& socket, int level) {
  if (level == SOL_SOCKET) return 0;
  if (is_unix(socket.kind)) return -EOPNOTSUPP;
  if (level == IPPROTO_TCP && socket.kind == Kind::tcp) return 0;
  if (level == IPPROTO_IP) return 0;
  if (level == IPPROTO_IPV6 && socket.family == AF_INET6) return 0;
  return socket.family == AF_INET6 ? -ENOPROTOOPT : -EOPNOTSUPP;
}

long set_span(std::uint64_t& out, std::uint64_t from, std::uint32_t length) {
  timeval time{};
  constexpr long per_unit = 1000;
  constexpr long million = 1'000'000;
  if (length < sizeof time) return -EINVAL;
  if (read_guest(time, from) != 0) return -EFAULT;
  if (time.tv_usec < 0 || time.tv_usec >= million) return -EDOM;
  out = never;
  if (time.tv_sec < 0) out = 0;
  if (time.tv_sec > 0 || (time.tv_sec == 0 && time.tv_usec > 0))
    span_of({time.tv_sec, time.tv_usec * per_unit}, out);
  return 0;
}

long set_linger(Options& options, std::uint64_t from, std::uint32_t length) {
  linger wanted{};
  if (length < sizeof wanted) return -EINVAL;
  if (read_guest(wanted, from) != 0) return -EFAULT;
  options.linger_at_close = {wanted.l_onoff != 0 ? 1 : 0, wanted.l_onoff != 0
                                                              ? wanted.l_linger
                                                              : options.linger_at_close.l_linger};
  return 0;
}

/// Only the names of algorithms that each Linux has are known.
long set_congestion(Options& options, std::uint64_t from, std::uint32_t length) {
  char wanted[sizeof options.congestion] = {};
  if (length < 1) return -EINVAL;
  const std::size_t some = length < sizeof wanted - 1 ? length : sizeof wanted - 1;
  if (ldfi_copy(wanted, at_address<void>(from), some) != 0) return -EFAULT;
  if (!is_equal(wanted, "cubic") && !is_equal(wanted, "reno")) return -ENOENT;
  memcpy(options.congestion, wanted, sizeof wanted);
  return 0;
}

long set_number(Options& options, int row, int wanted) {
  const OptionRow& about = rows[row];
  int& value = options.numbers[row];
  constexpr int most_buffer = 4194304;  // net.core.wmem_max of Linux
  switch (about.form) {
    case Form::fixed:
      return -ENOPROTOOPT;
    case Form::flag:
      value = wanted != 0 ? 1 : 0;
      return 0;
    case Form::buffer:
      // Linux doubles the number, and uses the other half itself.
      value = wanted < 0 || wanted > most_buffer ? most_buffer * 2 : wanted * 2;
      if (value < about.least) value = about.least;
      if (about.name == SO_SNDBUF) options.has_send_buffer = true;
      return 0;
    case Form::number:
      if (wanted < about.least || wanted > about.most) return -EINVAL;
      value = wanted;
      if (about.level == SOL_SOCKET && about.name == SO_RCVLOWAT && value == 0) value = 1;
      return 0;
  }
  return -ENOPROTOOPT;
}

/// Copies a value as getsockopt() does: as much as there is room for.
long put_value(const void* value, std::uint32_t size, std::uint64_t to, std::uint64_t length_at) {
  std::int32_t room = 0;
  if (read_guest(room, length_at) != 0) return -EFAULT;
  if (room < 0) return -EINVAL;
  const auto given = static_cast<std::uint32_t>(room);
  const std::uint32_t some = given < size ? given : size;
  if (ldfi_copy(at_address<void>(to), value, some) != 0) return -EFAULT;
  return write_guest(length_at, some);
}

long put_span(std::uint64_t span, std::uint64_t to, std::uint64_t length_at) {
  const timespec time = span == never ? timespec{} : time_of(span);
  const timeval out{time.tv_sec, time.tv_nsec / 1000};
  return put_value(&out, sizeof out, to, length_at);
}

bool is_read_only(int level, int name) {
  return level == SOL_SOCKET && (name == SO_TYPE || name == SO_PROTOCOL || name == SO_DOMAIN ||
                                 name == SO_ERROR || name == SO_ACCEPTCONN || name == SO_PEERCRED);
}

/// Returns the value of a number that follows from the socket. Returns false if there is no such option.
bool number_of_socket(Socket& socket, int level, int name, int& out) {
  if (level != SOL_SOCKET) return false;
  constexpr int types[] = {SOCK_STREAM, SOCK_SEQPACKET, SOCK_DGRAM, SOCK_STREAM, SOCK_DGRAM};
  constexpr int protocols[] = {0, 0, 0, IPPROTO_TCP, IPPROTO_UDP};
  switch (name) {
    case SO_TYPE:
      out = types[static_cast<int>(socket.kind)];
      return true;
    case SO_PROTOCOL:
      out = protocols[static_cast<int>(socket.kind)];
      return true;
    case SO_DOMAIN:
      out = socket.family;
      return true;
    case SO_ERROR:
      out = socket.take_error();
      return true;
    case SO_ACCEPTCONN:
      out = socket.is_listening() ? 1 : 0;
      return true;
    default:
      return false;
  }
}

}  // namespace

void Options::begin(Kind kind) {
  for (int i = 0; i < row_count; ++i) numbers[i] = rows[i].initial;
  if (kind != Kind::tcp) return;
  constexpr int tcp_send = 16384;  // the middle of net.ipv4.tcp_wmem of Linux
  constexpr int tcp_receive = 131072;
  numbers[row_at(SOL_SOCKET, SO_SNDBUF)] = tcp_send;
  numbers[row_at(SOL_SOCKET, SO_RCVBUF)] = tcp_receive;
}

int Options::number(int level, int name) const {
  return numbers[row_at(level, name)];
}

long set_option(Socket& socket, int level, int name, std::uint64_t from, std::uint32_t length) {
  if (const long failure = check_level(socket, level); failure != 0) return failure;
  if (static_cast<std::int32_t>(length) < 0) return -EINVAL;
  Options& options = socket.options;
  if (level == SOL_SOCKET && name == SO_RCVTIMEO)
    return set_span(options.receive_span, from, length);
  if (level == SOL_SOCKET && name == SO_SNDTIMEO) return set_span(options.send_span, from, length);
  if (level == SOL_SOCKET && name == SO_LINGER) return set_linger(options, from, length);
  if (level == IPPROTO_TCP && name == TCP_CONGESTION) return set_congestion(options, from, length);
  int value = 0;
  const bool is_short = level == IPPROTO_IP && length >= 1 && length < sizeof value;
  if (!is_short && length < sizeof value) return -EINVAL;
  if (ldfi_copy(&value, at_address<void>(from), is_short ? 1 : sizeof value) != 0) return -EFAULT;
  if (is_read_only(level, name)) return -ENOPROTOOPT;
  const int row = row_at(level, name);
  return row < 0 ? refuse_option(level, name) : set_number(options, row, value);
}

long get_option(Socket& socket, int level, int name, std::uint64_t to, std::uint64_t length_at) {
  if (const long failure = check_level(socket, level); failure != 0) return failure;
  const Options& options = socket.options;
  if (level == SOL_SOCKET && name == SO_RCVTIMEO)
    return put_span(options.receive_span, to, length_at);
  if (level == SOL_SOCKET && name == SO_SNDTIMEO) return put_span(options.send_span, to, length_at);
  if (level == SOL_SOCKET && name == SO_LINGER)
    return put_value(&options.linger_at_close, sizeof(linger), to, length_at);
  if (level == SOL_SOCKET && name == SO_PEERCRED) {
    const Owner owner = socket.peer_owner();
    return put_value(&owner, sizeof owner, to, length_at);
  }
  if (level == IPPROTO_TCP && name == TCP_CONGESTION)
    return put_value(options.congestion, sizeof options.congestion, to, length_at);
  int value = 0;
  if (number_of_socket(socket, level, name, value))
    return put_value(&value, sizeof value, to, length_at);
  const int row = row_at(level, name);
  if (row < 0) return refuse_option(level, name);
  return put_value(&options.numbers[row], sizeof(int), to, length_at);
}

}  // namespace ldfi::kernel
