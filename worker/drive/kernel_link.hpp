// The worker's end of the link to a node that runs in the library kernel (worker/kernel). The link is a
// page of memory and two FIFOs in the node's folder for clocks. The worker begins an activation; the
// library kernel reports when no thread of the node can continue. Times are nanoseconds of virtual time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "worker/drive/descriptor.hpp"
#include "worker/kernel/link_page.h"

namespace ldfi::drive {

class KernelLink {
 public:
  /// Writes the library kernel into this file, as a program. Throws EnvironmentError.
  static void unpack(const std::string& program);
  /// True if the preloaded clock library cannot work in this program: it is linked statically, or has
  /// another C library than glibc. False if the file is not a program.
  static bool is_needed_for(const std::string& program);

  /// `folder` is empty, and only this link uses it. `now`: the time at which the node starts. Throws
  /// EnvironmentError.
  KernelLink(const std::string& folder, std::uint64_t seed, std::int64_t now);
  ~KernelLink();
  KernelLink(const KernelLink&) = delete;
  KernelLink& operator=(const KernelLink&) = delete;

  /// Lets the node run at this time. While the node writes nothing, it may continue by itself until
  /// `lease`.
  void activate(std::int64_t now, std::int64_t lease);
  /// Returns the descriptor that is readable when the node is done.
  [[nodiscard]] int done() const { return done_.get(); }
  /// Returns true, once for each activation, if the node is done.
  bool take_done();
  /// Returns the time of the last activation, which the node may have begun itself.
  [[nodiscard]] std::int64_t now() const;
  /// Returns when the node wants to run again, or nullopt.
  [[nodiscard]] std::optional<std::int64_t> deadline() const;
  /// True if the node has truncated the file of its page.
  [[nodiscard]] bool is_damaged() const;

 private:
  ldfi_link_page* page_ = nullptr;
  Descriptor bell_;
  Descriptor done_;
};

}  // namespace ldfi::drive
