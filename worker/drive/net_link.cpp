#include "worker/drive/net_link.hpp"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"

namespace ldfi::drive {
namespace {

/// Returns the number of bytes that a message with this head uses in a box.
std::size_t length_in_box(const ldfi_net_message& head) {
  constexpr std::size_t alignment = 8;
  return (sizeof head + head.size + alignment - 1) / alignment * alignment;
}

}  // namespace

NetLink::NetLink(const std::string& folder, const NetPlace& place)
    : shared_(folder + "/net", sizeof(ldfi_net_page)),
      page_(static_cast<ldfi_net_page*>(shared_.memory())) {
  LDFI_REQUIRE(place.node < place.nodes, "the node is in the network");
  std::ofstream names(folder + "/hosts", std::ios::binary);
  names << place.hosts;
  names.close();
  if (!names) {
    throw EnvironmentError("write " + folder + "/hosts: " + std::generic_category().message(errno));
  }
  constexpr std::uint32_t connections_of_a_life = 1'000'000;
  std::atomic_ref(page_->node).store(place.node);
  std::atomic_ref(page_->nodes).store(place.nodes);
  std::atomic_ref(page_->connections).store(place.life * connections_of_a_life);
}

void NetLink::put(const Packet& packet) {
  LDFI_REQUIRE(packet.head.size == packet.bytes.size(), "the head has the number of bytes");
  const std::size_t length = length_in_box(packet.head);
  LDFI_REQUIRE(length <= ldfi_net_box_bytes, "a message fits into the box");
  ldfi_net_box& box = page_->inbox;
  std::memcpy(&box.bytes[0], &packet.head, sizeof packet.head);
  std::memcpy(&box.bytes[sizeof packet.head], packet.bytes.data(), packet.bytes.size());
  std::atomic_ref(box.used).store(length);
}

// The node may write this memory at any time, so the bytes are copied before they are read.
bool NetLink::take(std::vector<Packet>& out) {
  ldfi_net_box& box = page_->outbox;
  const std::uint64_t used = std::atomic_ref(box.used).load();
  if (used == 0) return true;
  if (used > ldfi_net_box_bytes) return false;
  const std::string bytes(reinterpret_cast<const char*>(&box.bytes[0]), used);
  std::atomic_ref(box.used).store(0);
  for (std::size_t at = 0; at < bytes.size();) {
    Packet one;
    const std::size_t left = bytes.size() - at;
    if (left < sizeof one.head) return false;
    std::memcpy(&one.head, bytes.data() + at, sizeof one.head);
    const std::size_t length = length_in_box(one.head);
    if (length > left) return false;
    one.bytes = bytes.substr(at + sizeof one.head, one.head.size);
    out.push_back(std::move(one));
    at += length;
  }
  return true;
}

bool NetLink::is_damaged() const {
  return shared_.is_lost();
}

}  // namespace ldfi::drive
