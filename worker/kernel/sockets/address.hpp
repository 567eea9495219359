// Addresses of sockets, as programs write them: a family, and what follows.
#pragma once

#include <sys/socket.h>

#include <cstdint>

#include "worker/kernel/memory.hpp"

namespace ldfi::kernel {

struct Address {
  alignas(sockaddr_storage) unsigned char bytes[sizeof(sockaddr_storage)] = {};
  std::uint32_t length = 0;  ///< 0 if there is no address

  /// AF_UNSPEC if the address is too short to have a family.
  [[nodiscard]] int family() const {
    if (length < sizeof(sa_family_t)) return AF_UNSPEC;
    return *reinterpret_cast<const sa_family_t*>(bytes);
  }
  template <typename T>
  T& as() {
    return *reinterpret_cast<T*>(bytes);
  }
  template <typename T>
  [[nodiscard]] const T& as() const {
    return *reinterpret_cast<const T*>(bytes);
  }
};

/// Copies an address from the guest. Returns 0 or an error.
long read_address(Address& out, std::uint64_t from, std::uint64_t length);
/// Copies an address to the guest, as far as the room at `length_at` allows, and writes its full length
/// there. Returns 0 or an error.
long write_address(const Address& address, std::uint64_t to, std::uint64_t length_at);

}  // namespace ldfi::kernel
