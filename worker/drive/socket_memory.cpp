// The kernel charges data in a Unix socket to its sender until the receiver has read it, but does
// not list closed senders. So if the sender of a socket with unread data is closed, the sender's
// buffer counts as full.
#include "worker/drive/socket_memory.hpp"

#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace ldfi::drive {
namespace {

constexpr std::uint64_t of_idle_socket = 2048;  // bytes of the socket itself
// Bytes of one packet. The last packet in a buffer may exceed the buffer's size by this much.
constexpr std::uint64_t of_packet = 65'536;
constexpr std::uint8_t listens = 10;  // number of the state TCP_LISTEN, in which a socket accepts
                                      // connections
// A receiver of datagrams holds data of at most this number of closed senders.
constexpr std::uint64_t most_senders = 11;

constexpr std::size_t aligned(std::size_t size) {
  return (size + 3) & ~std::size_t{3};
}
constexpr std::size_t head_size = aligned(sizeof(nlmsghdr));
constexpr std::size_t attribute_size = aligned(sizeof(nlattr));

/// A socket, as the kernel describes it.
struct Socket {
  std::uint8_t type = 0;
  std::uint8_t state = 0;
  bool has_peer = false;
  /// Unread bytes, or number of waiting connections of a listening socket.
  std::uint32_t waiting = 0;
  std::uint64_t sent = 0;    ///< bytes that this socket has sent and that are not read yet
  std::uint64_t buffer = 0;  ///< most bytes that may be sent before they are read
};

Socket socket_in(const nlmsghdr& message) {
  unix_diag_msg head{};
  const char* const begin = reinterpret_cast<const char*>(&message) + head_size;
  std::memcpy(&head, begin, sizeof head);
  Socket out{head.udiag_type, head.udiag_state, false, 0, 0, 0};
  std::size_t at = aligned(sizeof head);
  const std::size_t size = message.nlmsg_len - head_size;
  while (at + sizeof(nlattr) <= size) {
    nlattr attribute{};
    std::memcpy(&attribute, begin + at, sizeof attribute);
    if (attribute.nla_len < attribute_size || at + attribute.nla_len > size) break;
    std::array<std::uint32_t, SK_MEMINFO_VARS> values{};
    std::memcpy(values.data(), begin + at + attribute_size,
                std::min<std::size_t>(attribute.nla_len - attribute_size, sizeof values));
    if (attribute.nla_type == UNIX_DIAG_PEER) out.has_peer = values[0] != 0;
    if (attribute.nla_type == UNIX_DIAG_RQLEN) out.waiting = values[0];
    if (attribute.nla_type == UNIX_DIAG_MEMINFO) {
      out.sent = values[SK_MEMINFO_WMEM_ALLOC];
      out.buffer = values[SK_MEMINFO_SNDBUF];
    }
    at += aligned(attribute.nla_len);
  }
  return out;
}

std::uint64_t memory_of(const Socket& socket) {
  std::uint64_t out = of_idle_socket + socket.sent;
  const std::uint64_t full = socket.buffer + of_packet;
  if (socket.state == listens) {
    // A connection that is not accepted yet may have a closed sender, so its buffer counts as full.
    out += socket.waiting * full;
  } else if (socket.waiting > 0 && !socket.has_peer) {
    out += socket.type == SOCK_DGRAM ? most_senders * full : full;
  }
  return out;
}

bool ask(int query) {
  struct {
    nlmsghdr head;
    unix_diag_req request;
  } text{};
  text.head.nlmsg_len = sizeof text;
  text.head.nlmsg_type = SOCK_DIAG_BY_FAMILY;
  text.head.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
  text.request.sdiag_family = AF_UNIX;
  text.request.udiag_states = ~0U;
  text.request.udiag_show = UDIAG_SHOW_PEER | UDIAG_SHOW_RQLEN | UDIAG_SHOW_MEMINFO;
  return ::send(query, &text, sizeof text, 0) == static_cast<ssize_t>(sizeof text);
}

}  // namespace

Descriptor open_socket_query() {
  Descriptor out(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG));
  if (out.get() >= 0 && !socket_memory(out.get())) out.close();
  return out;
}

std::optional<std::uint64_t> socket_memory(int query) {
  if (query < 0 || !ask(query)) return std::nullopt;
  // NOLINT: not initialised, because clearing it takes longer than reading.
  alignas(nlmsghdr) std::array<char, 32768> bytes;
  std::uint64_t out = 0;
  for (;;) {
    const ssize_t got = ::recv(query, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (got <= 0) return std::nullopt;
    std::size_t at = 0;
    while (at + head_size <= static_cast<std::size_t>(got)) {
      const auto* const message = reinterpret_cast<const nlmsghdr*>(bytes.data() + at);
      if (message->nlmsg_type == NLMSG_DONE) return out;
      if (message->nlmsg_type == NLMSG_ERROR || message->nlmsg_len < head_size) {
        return std::nullopt;
      }
      out += memory_of(socket_in(*message));
      at += aligned(message->nlmsg_len);
    }
  }
}

}  // namespace ldfi::drive
