// Unix sockets with connections (SOCK_STREAM and SOCK_SEQPACKET).
#pragma once

#include "worker/kernel/sockets/stream.hpp"
#include "worker/kernel/sockets/unix_names.hpp"

namespace ldfi::kernel {

class UnixStream : public StreamSocket {
 public:
  long bind(const Address& address) override { return place_name.bind(*this, address); }
  long connect(const Address& address) override;
  long listen(int wanted) override;
  long shutdown(int how) override;
  [[nodiscard]] Address name() const override { return place_name.address; }
  [[nodiscard]] bool has_peer() const override { return state == State::connected; }
  [[nodiscard]] Address peer_name() const override { return peer_address; }
  [[nodiscard]] Owner peer_owner() const override { return owner_of_peer; }
  [[nodiscard]] bool raises_signals() const override { return kind == Kind::unix_stream; }
  std::uint32_t events() override;

  void receive_end(bool gone) override;
  void receive_reset() override;
  void receive_stop() override;

  /// Connects two sockets that are not connected.
  static void join(UnixStream& one, UnixStream& another);

  UnixName place_name;
  Address peer_address;
  Owner owner_of_peer{0, static_cast<uid_t>(-1), static_cast<gid_t>(-1)};

 protected:
  long check_sending(const Message& message) override;
  long receive_without_bytes() override;
  [[nodiscard]] std::size_t capacity() const override;
  [[nodiscard]] bool is_writable() const override;
  void hang_up(bool unread) override;
  void admit_waiting() override;
  void destroy() override { release(this, sizeof *this); }
};

}  // namespace ldfi::kernel
