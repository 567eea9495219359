#include "worker/kernel/inodes.hpp"

#include "worker/kernel/memory.hpp"

namespace ldfi::kernel {
namespace {

struct Inode {
  std::uint64_t number;
  std::uint64_t next;  ///< place of the next one in its bucket, plus 1
};

constexpr std::uint64_t buckets = 4096;
constinit List<Inode> inodes;
constinit std::uint64_t heads[buckets] = {};

}  // namespace

/// Folders list inodes without their devices, so the device does not count.
std::uint64_t same_inode(std::uint64_t inode) {
  std::uint64_t& head = heads[inode % buckets];
  for (std::uint64_t at = head; at != 0; at = inodes[at - 1].next) {
    if (inodes[at - 1].number == inode) return at;
  }
  inodes.push({inode, head});
  head = inodes.size();
  return head;
}

}  // namespace ldfi::kernel
