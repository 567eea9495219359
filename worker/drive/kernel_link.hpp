// The worker's end of the link to a node that runs in the library kernel (worker/kernel), which
// imitates the kernel's calls in virtual time. The link is a page of memory and two FIFOs in the
// node's folder for clocks. The worker begins an activation, and the library kernel reports when no
// thread of the node can continue. Times are nanoseconds of virtual time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "worker/drive/descriptor.hpp"
#include "worker/drive/guarded_page.hpp"
#include "worker/drive/net_link.hpp"
#include "worker/kernel/link_page.h"

namespace ldfi::drive {

class KernelLink {
 public:
  /// Writes the library kernel, a program, to this path. Throws EnvironmentError.
  static void unpack(const std::string& program);
  /// Returns true if the preloaded clock library cannot work in this program, because it is linked
  /// statically or has another C library than glibc. False if the file is not a program.
  static bool is_needed_for(const std::string& program);

  /// `folder` must be empty and used by this link only. The node starts at the time `now`. `net` is its
  /// place in the network, or nullopt if its sockets reach no other node. Throws EnvironmentError.
  KernelLink(const std::string& folder, std::uint64_t seed, std::int64_t now,
             const std::optional<NetPlace>& net = std::nullopt);
  ~KernelLink() = default;
  KernelLink(const KernelLink&) = delete;
  KernelLink& operator=(const KernelLink&) = delete;

  /// Lets the node run at the time `now`. While the node writes nothing, it may continue by itself
  /// until the time `lease`.
  void activate(std::int64_t now, std::int64_t lease);
  /// Returns the descriptor that becomes readable when the node can do nothing more at this time.
  [[nodiscard]] int done() const { return done_.get(); }
  /// Returns true if the node has reported that it is done. Returns true only once for each
  /// activation.
  bool take_done();
  /// Returns the time of the last activation. The node may have begun this activation itself, up to
  /// its lease.
  [[nodiscard]] std::int64_t now() const;
  /// Returns the time at which the node wants to run again, or nullopt if it waits only for input.
  [[nodiscard]] std::optional<std::int64_t> deadline() const;
  /// Returns the report about the first call that failed in the library kernel although it works on
  /// Linux, with program and call. Empty if no call did.
  [[nodiscard]] std::string deviation() const;
  /// Returns true if the node has truncated a file of the link, so that the link cannot be used.
  [[nodiscard]] bool is_damaged() const;
  /// Returns the node's network, or null if its sockets reach no other node.
  [[nodiscard]] NetLink* net() { return net_ ? &*net_ : nullptr; }

 private:
  SharedPage shared_;
  ldfi_link_page* page_;
  std::optional<NetLink> net_;
  Descriptor bell_;
  Descriptor done_;
};

}  // namespace ldfi::drive
