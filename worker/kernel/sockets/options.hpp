// Options of sockets (setsockopt, getsockopt). Most options are numbers that are kept and returned; few
// change what a socket within the node does.
#pragma once

#include <sys/socket.h>

#include <cstdint>

#include "worker/kernel/clock.hpp"

namespace ldfi::kernel {

class Socket;

/// Kinds of sockets, which have different options.
enum class Kind : std::uint8_t { unix_stream, unix_packets, unix_datagram, tcp, udp };

constexpr bool is_unix(Kind kind) {
  return kind != Kind::tcp && kind != Kind::udp;
}

/// The values of a socket's options.
class Options {
 public:
  /// Sets all options to what new sockets of this kind have.
  void begin(Kind kind);
  /// Returns the value of an option of the table in options.cpp.
  [[nodiscard]] int number(int level, int name) const;
  [[nodiscard]] bool is_set(int level, int name) const { return number(level, name) != 0; }

  static constexpr int most = 80;
  int numbers[most] = {};
  linger linger_at_close{0, 0};
  bool has_send_buffer = false;        ///< true if the program has chosen SO_SNDBUF
  std::uint64_t receive_span = never;  ///< longest wait of a call that receives (SO_RCVTIMEO)
  std::uint64_t send_span = never;     ///< longest wait of a call that sends (SO_SNDTIMEO)
  char congestion[16] = "cubic";       ///< TCP_CONGESTION
};

/// Answers setsockopt() and getsockopt().
long set_option(Socket& socket, int level, int name, std::uint64_t from, std::uint32_t length);
long get_option(Socket& socket, int level, int name, std::uint64_t to, std::uint64_t length_at);

}  // namespace ldfi::kernel
