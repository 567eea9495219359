// Calls that send and receive by sockets.
#include "worker/kernel/call.hpp"
#include "worker/kernel/sockets/control.hpp"
#include "worker/kernel/sockets/transfer.hpp"

namespace ldfi::kernel {
namespace {

Socket* socket_of(const Call& call, long& failure) {
  File* const file = file_at(call.number_at(0));
  failure = file == nullptr ? -EBADF : -ENOTSOCK;
  return file == nullptr ? nullptr : file->as_socket();
}

long sendto_call(const Call& call) {
  long failure = 0;
  Socket* const socket = socket_of(call, failure);
  if (socket == nullptr) return failure;
  iovec one{at_address<void>(call[1]), call[2]};
  Address to;
  Message message;
  message.pieces = {&one, 1};
  message.flags = call.number_at(3);
  if (call[4] != 0) {
    failure = read_address(to, call[4], static_cast<std::uint32_t>(call[5]));
    if (failure != 0) return failure;
    if (to.length > 0) message.to = &to;
  }
  return send_message(*socket, message);
}

long recvfrom_call(const Call& call) {
  long failure = 0;
  Socket* const socket = socket_of(call, failure);
  if (socket == nullptr) return failure;
  iovec one{at_address<void>(call[1]), call[2]};
  Message message;
  message.pieces = {&one, 1};
  message.flags = call.number_at(3);
  const long out = receive_message(*socket, message);
  release_bundle(message.bundle);
  if (out < 0 || call[4] == 0) return out;
  failure = write_address(message.from, call[4], call[5]);
  return failure != 0 ? failure : out;
}

/// Sends what a header names.
long send_header(Socket& socket, const msghdr& header, int flags) {
  Address to;
  Message message;
  message.flags = flags;
  if (header.msg_iovlen > UIO_MAXIOV) return -EMSGSIZE;
  if (header.msg_name != nullptr && header.msg_namelen > 0) {
    const auto at = static_cast<std::uint64_t>(address_of(static_cast<char*>(header.msg_name)));
    const std::size_t size =
        header.msg_namelen < sizeof to.bytes ? header.msg_namelen : sizeof to.bytes;
    if (const long failure = read_address(to, at, size); failure != 0) return failure;
    message.to = &to;
  }
  if (header.msg_control != nullptr && header.msg_controllen > 0 && is_unix(socket.kind)) {
    if (const long failure = read_control(header, message.bundle); failure != 0) return failure;
  }
  const auto pieces_at = static_cast<std::uint64_t>(address_of(header.msg_iov));
  const long out = with_pieces(pieces_at, header.msg_iovlen, [&](const Pieces& from) {
    message.pieces = from;
    return send_message(socket, message);
  });
  release_bundle(message.bundle);
  return out;
}

/// Receives into what a header names, and changes its lengths and flags.
long receive_header(Socket& socket, msghdr& header, int flags) {
  Message message;
  message.flags = flags;
  if (header.msg_iovlen > UIO_MAXIOV) return -EMSGSIZE;
  const auto pieces_at = static_cast<std::uint64_t>(address_of(header.msg_iov));
  const long out = with_pieces(pieces_at, header.msg_iovlen, [&](const Pieces& to) {
    message.pieces = to;
    return receive_message(socket, message);
  });
  if (out >= 0) {
    const bool closes = (flags & MSG_CMSG_CLOEXEC) != 0;
    header.msg_flags = message.result_flags | (flags & MSG_CMSG_CLOEXEC);
    header.msg_flags |= write_control(header, message.bundle, closes);
    if (header.msg_name != nullptr) {
      const Address& from = message.from;
      const std::size_t some = header.msg_namelen < from.length ? header.msg_namelen : from.length;
      if (ldfi_copy(header.msg_name, from.bytes, some) != 0) return -EFAULT;
      header.msg_namelen = from.length;
    }
  }
  release_bundle(message.bundle);
  return out;
}

long sendmsg_call(const Call& call) {
  long failure = 0;
  Socket* const socket = socket_of(call, failure);
  if (socket == nullptr) return failure;
  msghdr header{};
  if (read_guest(header, call[1]) != 0) return -EFAULT;
  return send_header(*socket, header, call.number_at(2));
}

long recvmsg_call(const Call& call) {
  long failure = 0;
  Socket* const socket = socket_of(call, failure);
  if (socket == nullptr) return failure;
  msghdr header{};
  if (read_guest(header, call[1]) != 0) return -EFAULT;
  const long out = receive_header(*socket, header, call.number_at(2));
  if (out < 0) return out;
  return write_guest(call[1], header) != 0 ? -EFAULT : out;
}

/// Calls `step` for each header of sendmmsg() or recvmmsg(). Returns how many succeeded; an error only if the
/// first one failed.
template <typename Step>
long each_header(const Call& call, const Step& step) {
  const std::uint64_t most = static_cast<std::uint32_t>(call[2]);
  std::uint64_t done = 0;
  long out = 0;
  for (; done < most && done < UIO_MAXIOV; ++done) {
    const std::uint64_t at = call[1] + done * sizeof(mmsghdr);
    mmsghdr one{};
    if (read_guest(one, at) != 0) {
      out = -EFAULT;
    } else {
      out = step(one.msg_hdr, done == 0);
    }
    if (out < 0) break;
    one.msg_len = static_cast<unsigned>(out);
    if (write_guest(at, one) != 0) return done > 0 ? static_cast<long>(done) : -EFAULT;
  }
  return done > 0 ? static_cast<long>(done) : out < 0 ? out : 0;
}

long sendmmsg_call(const Call& call) {
  long failure = 0;
  Socket* const socket = socket_of(call, failure);
  if (socket == nullptr) return failure;
  return each_header(call, [&](msghdr& header, bool /*first*/) {
    return send_header(*socket, header, call.number_at(3));
  });
}

/// The time that the call may name is not needed: Linux, too, looks at it only when a message has arrived.
long recvmmsg_call(const Call& call) {
  long failure = 0;
  Socket* const socket = socket_of(call, failure);
  if (socket == nullptr) return failure;
  const int flags = call.number_at(3);
  return each_header(call, [&](msghdr& header, bool first) {
    const bool waits = first || (flags & MSG_WAITFORONE) == 0;
    return receive_header(*socket, header, (flags & ~MSG_WAITFORONE) | (waits ? 0 : MSG_DONTWAIT));
  });
}

}  // namespace

constexpr Entry calls_of_messages[] = {{SYS_sendto, {"sendto", sendto_call}},
                                       {SYS_recvfrom, {"recvfrom", recvfrom_call}},
                                       {SYS_sendmsg, {"sendmsg", sendmsg_call}},
                                       {SYS_recvmsg, {"recvmsg", recvmsg_call}},
                                       {SYS_sendmmsg, {"sendmmsg", sendmmsg_call}},
                                       {SYS_recvmmsg, {"recvmmsg", recvmmsg_call}},
                                       {0, {}}};

}  // namespace ldfi::kernel
