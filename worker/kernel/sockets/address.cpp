#include "worker/kernel/sockets/address.hpp"

namespace ldfi::kernel {

long read_address(Address& out, std::uint64_t from, std::uint64_t length) {
  if (length > sizeof out.bytes) return -EINVAL;
  out.length = static_cast<std::uint32_t>(length);
  return ldfi_copy(out.bytes, at_address<void>(from), length);
}

long write_address(const Address& address, std::uint64_t to, std::uint64_t length_at) {
  std::int32_t room = 0;
  if (read_guest(room, length_at) != 0) return -EFAULT;
  if (room < 0) return -EINVAL;
  const auto size = static_cast<std::uint32_t>(room);
  const std::size_t some = size < address.length ? size : address.length;
  if (ldfi_copy(at_address<void>(to), address.bytes, some) != 0) return -EFAULT;
  return write_guest(length_at, address.length);
}

}  // namespace ldfi::kernel
