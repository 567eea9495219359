// Packets: bytes on their way to a socket. A packet holds what one call has sent, or a part of it.
#pragma once

#include "worker/kernel/file.hpp"
#include "worker/kernel/sockets/address.hpp"

namespace ldfi::kernel {

/// Open files that travel with a packet (SCM_RIGHTS). A bundle holds a reference to each of them.
struct Bundle {
  static constexpr int most = 253;  // as on Linux
  int count = 0;
  File* files[most] = {};

  void add(File& file);
};

/// Returns another bundle with the same files.
Bundle* copy_bundle(const Bundle& bundle);
/// Drops the references of a bundle, which may be null, and frees it.
void release_bundle(Bundle* bundle);

struct Packet {
  Packet* next = nullptr;
  std::size_t size = 0;
  std::size_t taken = 0;     ///< bytes that the receiver has read already
  Bundle* bundle = nullptr;  ///< files that travel with the packet, or null
  Address source;            ///< address of the sender; only datagrams have one

  [[nodiscard]] char* bytes() { return reinterpret_cast<char*>(this + 1); }
  [[nodiscard]] std::size_t left() const { return size - taken; }
  /// The memory that the packet uses, as limits of buffers count it.
  [[nodiscard]] std::size_t cost() const { return sizeof(Packet) + size; }
};

/// Copies `size` bytes of the guest into a new packet. Returns null if the memory does not exist.
Packet* make_packet(const Pieces& from, std::size_t size);
void release_packet(Packet& packet);

/// Packets in the order in which they arrived.
class PacketQueue {
 public:
  [[nodiscard]] Packet* first() const { return first_; }
  [[nodiscard]] bool is_empty() const { return first_ == nullptr; }
  [[nodiscard]] int count() const { return count_; }
  /// Bytes that can be read.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// The sum of the packets' costs.
  [[nodiscard]] std::size_t cost() const { return cost_; }

  void push(Packet& packet);
  /// Notes that the receiver has read so many bytes of the first packet.
  void take(std::size_t bytes);
  /// Removes the first packet, and returns it.
  Packet& pop();
  void clear();

 private:
  Packet* first_ = nullptr;
  Packet* last_ = nullptr;
  int count_ = 0;
  std::size_t bytes_ = 0;
  std::size_t cost_ = 0;
};

}  // namespace ldfi::kernel
