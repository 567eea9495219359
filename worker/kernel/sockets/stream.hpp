// Connections within the node: what Unix stream sockets and TCP sockets have in common.
#pragma once

#include "worker/kernel/sockets/end.hpp"
#include "worker/kernel/sockets/socket.hpp"

namespace ldfi::kernel {

class StreamSocket : public Socket, public End {
 public:
  enum class State : std::uint8_t { closed, listening, connecting, connected };

  long send(Message& message) override;
  long receive(Message& message) override;
  Socket* accept(long& failure) override;
  long unread() override;
  void close() override;
  [[nodiscard]] bool is_listening() const override { return state == State::listening; }

  void receive_packet(Packet& packet) override;
  void receive_credit(std::size_t bytes) override;

  /// Begins to listen, or changes the limit of the queue of connections.
  void start_listening(int backlog);
  /// True if a listening socket takes no more connections at present.
  [[nodiscard]] bool is_queue_full() const { return waiting_count > backlog; }
  /// Adds a connection to the queue of accept().
  void enqueue(StreamSocket& connection);

  State state = State::closed;
  End* other = nullptr;       ///< the other end; null if there is none, or it is gone
  std::size_t in_flight = 0;  ///< bytes that were sent and not yet read
  bool lacks_room = false;    ///< a caller wants to know when there is room again

 protected:
  /// Returns 0 if the socket may send now, or an error.
  virtual long check_sending(const Message& message) = 0;
  /// Returns what receive() does if no bytes are there: 0 for the end of the stream, or an error.
  virtual long receive_without_bytes() = 0;
  /// Returns how many bytes may be in flight.
  [[nodiscard]] virtual std::size_t capacity() const = 0;
  /// True if poll() reports that the socket may send.
  [[nodiscard]] virtual bool is_writable() const = 0;
  /// Called when the last descriptor of a connection is closed. `unread` is true if bytes were not read.
  virtual void hang_up(bool unread) = 0;
  /// Called when the queue of accept() has got room, or has been closed.
  virtual void admit_waiting() {}
  /// Frees this object.
  virtual void destroy() = 0;
  /// Stops listening, and breaks the connections that accept() has not returned.
  void close_queue();

 private:
  /// Copies from the first packets. Returns the number of bytes, or an error.
  long take_bytes(Message& message);

  StreamSocket* first_waiting_ = nullptr;  ///< connections for accept()
  StreamSocket* last_waiting_ = nullptr;
  StreamSocket* next_waiting_ = nullptr;

 protected:
  int waiting_count = 0;
  int backlog = 0;
};

}  // namespace ldfi::kernel
