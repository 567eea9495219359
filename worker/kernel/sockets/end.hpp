// The boundary between a connected stream and what carries its bytes.
//
// A stream knows its other end only by this interface. Within a node, the other end is the other stream
// itself. If the other end is in another node, an object takes its place that sends a message for each of
// these calls, and the messages that arrive from there become calls to the stream of this node.
#pragma once

#include <cstddef>

namespace ldfi::kernel {

struct Packet;

class End {
 public:
  /// Bytes arrive. This end owns the packet from now on.
  virtual void receive_packet(Packet& packet) = 0;
  /// The other end sends no more bytes. If `gone` is true, its socket is closed: it takes no bytes either.
  virtual void receive_end(bool gone) = 0;
  /// The other end has broken the connection, and is gone.
  virtual void receive_reset() = 0;
  /// The program at the other end has read so many bytes, so there is room for new ones.
  virtual void receive_credit(std::size_t bytes) = 0;
  /// The other end reads no more bytes. Only Unix sockets say so.
  virtual void receive_stop() = 0;
};

}  // namespace ldfi::kernel
