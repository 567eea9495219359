// Names of Unix sockets: paths, which are files of Linux, and abstract names, which are the node's own.
#pragma once

#include "worker/kernel/sockets/address.hpp"
#include "worker/kernel/sockets/options.hpp"

namespace ldfi::kernel {

/// The name to which a Unix socket is bound.
class UnixName {
 public:
  /// Binds the socket that has this name. A path becomes a file of Linux of the type socket, so programs
  /// can look at it, rename it and remove it.
  long bind(const Socket& owner, const Address& wanted);
  /// True if this is the name that programs reach by the address.
  [[nodiscard]] bool is_at(const Address& wanted) const;
  /// Called when the socket is closed: its file stays, but leads nowhere.
  void forget() { is_bound = false; }

  Address address;
  bool is_bound = false;    ///< the socket itself is bound, so connections that it accepts are not
  std::uint64_t inode = 0;  ///< the file of a path
  std::uint64_t device = 0;
};

/// Returns the socket of this kind that an address names. If there is none, it returns null and sets the
/// error.
Socket* find_unix_socket(const Address& address, Kind kind, long& error);

}  // namespace ldfi::kernel
