#include "worker/kernel/sockets/socket.hpp"

#include <sys/ioctl.h>

#include "worker/kernel/process.hpp"

namespace ldfi::kernel {
namespace {

/// All sockets of the node.
struct Sockets {
  Socket* newest = nullptr;
};

constinit Sockets all;

}  // namespace

void begin_socket(Socket& socket, int family, Kind kind) {
  socket.family = family;
  socket.kind = kind;
  socket.options.begin(kind);
  socket.next_of_all = all.newest;
  all.newest = &socket;
}

Socket* newest_socket() {
  return all.newest;
}

Owner own_owner() {
  return {own_process().number, static_cast<uid_t>(linux_call(SYS_geteuid)),
          static_cast<gid_t>(linux_call(SYS_getegid))};
}

void Socket::leave() {
  Socket** place = &all.newest;
  while (*place != this) place = &(*place)->next_of_all;
  *place = next_of_all;
  queue.clear();
}

Owner Socket::peer_owner() const {
  return {0, static_cast<uid_t>(-1), static_cast<gid_t>(-1)};
}

int Socket::take_error() {
  const int out = error;
  error = 0;
  return out;
}

void Socket::end_directions(unsigned directions) {
  has_ended |= directions;
  notify();
}

long Socket::device_call(std::uint64_t request, std::uint64_t argument) {
  if (request != FIONREAD) return -ENOTTY;
  const long bytes = unread();
  return bytes < 0 ? bytes : write_guest(argument, static_cast<int>(bytes));
}

}  // namespace ldfi::kernel
