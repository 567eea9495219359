#include "worker/kernel/sockets/unix_names.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "worker/kernel/sockets/unix_datagram.hpp"
#include "worker/kernel/sockets/unix_stream.hpp"

namespace ldfi::kernel {
namespace {

constexpr std::uint32_t path_at = offsetof(sockaddr_un, sun_path);

const UnixName& name_of(const Socket& socket) {
  return socket.kind == Kind::unix_datagram ? static_cast<const UnixDatagram&>(socket).place_name
                                            : static_cast<const UnixStream&>(socket).place_name;
}

/// Checks the form of an address, and ends a path with NUL, as Linux does.
long check_form(Address& address) {
  constexpr std::uint32_t most = sizeof(sockaddr_un);
  if (address.length < path_at || address.length > most || address.family() != AF_UNIX)
    return -EINVAL;
  auto& path = address.as<sockaddr_un>().sun_path;
  if (address.length == path_at || path[0] == '\0') return 0;
  std::uint32_t length = 0;
  while (length < address.length - path_at && path[length] != '\0') ++length;
  address.bytes[path_at + length] = 0;
  address.length = path_at + length + 1;
  return 0;
}

bool is_path(const Address& address) {
  return address.length > path_at && address.as<sockaddr_un>().sun_path[0] != '\0';
}

long find_file(const Address& address, struct stat& about) {
  return linux_call(SYS_newfstatat, AT_FDCWD, address_of(&address.as<sockaddr_un>().sun_path[0]),
                    address_of(&about), 0);
}

/// Chooses the first free abstract name of five hexadecimal digits.
Address free_name() {
  constexpr std::uint32_t digits = 5;
  Address out;
  out.as<sockaddr_un>().sun_family = AF_UNIX;
  out.length = path_at + 1 + digits;
  for (unsigned number = 0;; ++number) {
    for (std::uint32_t i = 0; i < digits; ++i) {
      const unsigned shift = 4 * (digits - 1 - i);
      out.bytes[path_at + 1 + i] =
          static_cast<unsigned char>("0123456789abcdef"[number >> shift & 15U]);
    }
    bool used = false;
    for (const Socket* one = newest_socket(); one != nullptr; one = one->next_of_all)
      used |= is_unix(one->kind) && name_of(*one).is_at(out);
    if (!used) return out;
  }
}

}  // namespace

bool UnixName::is_at(const Address& wanted) const {
  if (!is_bound) return false;
  if (is_path(wanted)) {
    struct stat about {};
    return inode != 0 && find_file(wanted, about) == 0 && about.st_ino == inode &&
           about.st_dev == device;
  }
  return wanted.length == address.length &&
         memcmp(wanted.bytes, address.bytes, address.length) == 0;
}

long UnixName::bind(const Socket& owner, const Address& wanted) {
  Address checked = wanted;
  if (const long failure = check_form(checked); failure != 0) return failure;
  if (checked.length == path_at) {
    if (is_bound) return 0;
    checked = free_name();
  }
  if (is_bound || address.length > 0) return -EINVAL;
  if (is_path(checked)) {
    struct stat about {};
    constexpr long mode = S_IFSOCK | 0777;
    const long got = linux_call(SYS_mknodat, AT_FDCWD,
                                address_of(&checked.as<sockaddr_un>().sun_path[0]), mode, 0);
    if (is_error(got)) return got == -EEXIST ? -EADDRINUSE : got;
    if (const long failure = find_file(checked, about); failure != 0) return failure;
    inode = about.st_ino;
    device = about.st_dev;
  } else {
    for (const Socket* one = newest_socket(); one != nullptr; one = one->next_of_all) {
      const bool same_type = one->kind == owner.kind;
      if (is_unix(one->kind) && same_type && name_of(*one).is_at(checked)) return -EADDRINUSE;
    }
  }
  address = checked;
  is_bound = true;
  return 0;
}

Socket* find_unix_socket(const Address& address, Kind kind, long& error) {
  Address checked = address;
  error = check_form(checked);
  if (error == 0 && checked.length == path_at) error = -EINVAL;
  if (error != 0) return nullptr;
  error = -ECONNREFUSED;
  if (is_path(checked)) {
    struct stat about {};
    const long got = find_file(checked, about);
    if (got != 0) error = got;
    if (got != 0 || !S_ISSOCK(about.st_mode)) return nullptr;
  }
  // The newest is first: an inode number may be used again once the file of an older socket is removed.
  for (Socket* one = newest_socket(); one != nullptr; one = one->next_of_all) {
    if (!is_unix(one->kind) || !name_of(*one).is_at(checked)) continue;
    if (one->kind == kind) return one;
    if (is_path(checked)) {
      error = -EPROTOTYPE;
      return nullptr;
    }
  }
  return nullptr;
}

}  // namespace ldfi::kernel
