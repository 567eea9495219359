// The worker's end of a node's network (worker/kernel/net_page.h): a page of memory that this process shares
// with the library kernel of the node. It has a box for messages to the node, and one for messages from it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "worker/drive/guarded_page.hpp"
#include "worker/drive/packet.hpp"

namespace ldfi::drive {

/// The place of a node in the network.
struct NetPlace {
  std::uint32_t node = 0;   ///< number of the node, from 0
  std::uint32_t nodes = 0;  ///< number of nodes
  /// Number of earlier starts of the node in this execution. Connections of different starts have
  /// different numbers.
  std::uint32_t life = 0;
  std::string hosts;  ///< lines for /etc/hosts of the node: addresses and names of all nodes
};

class NetLink {
 public:
  /// Writes the files `net` and `hosts` into the folder. Throws EnvironmentError.
  NetLink(const std::string& folder, const NetPlace& place);
  ~NetLink() = default;
  NetLink(const NetLink&) = delete;
  NetLink& operator=(const NetLink&) = delete;

  /// Puts a message into the box of messages to the node, which must be empty. The library kernel takes
  /// the message when the node runs next.
  void put(const Packet& packet);
  /// Takes all messages from the node. Returns false if the content of the box is not a list of
  /// messages. The node may write any bytes there.
  [[nodiscard]] bool take(std::vector<Packet>& out);
  /// Returns true if the node has truncated the file of the page, so that the page cannot be used.
  [[nodiscard]] bool is_damaged() const;

 private:
  SharedPage shared_;
  ldfi_net_page* page_;
};

}  // namespace ldfi::drive
