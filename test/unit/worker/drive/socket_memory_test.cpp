#include "worker/drive/socket_memory.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace ldfi::drive {
namespace {

/// Sends until the buffer of the socket is full. Returns the number of bytes sent.
std::uint64_t fill(int socket) {
  const std::string bytes(65'536, 'x');
  ::fcntl(socket, F_SETFL, O_NONBLOCK);
  std::uint64_t out = 0;
  for (ssize_t sent = 0; (sent = ::send(socket, bytes.data(), bytes.size(), 0)) > 0;) {
    out += static_cast<std::uint64_t>(sent);
  }
  return out;
}

std::pair<Descriptor, Descriptor> pair_of(int type) {
  std::array<int, 2> ends{};
  EXPECT_EQ(::socketpair(AF_UNIX, type, 0, ends.data()), 0);
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

class SocketMemoryTest : public testing::Test {
 protected:
  void SetUp() override {
    if (query_.get() < 0) GTEST_SKIP() << "this kernel does not tell of its sockets";
    before_ = socket_memory(query_.get()).value();
  }
  /// Expects that sockets use at least `least` more bytes. Sockets of other processes change the
  /// sum by less than that.
  void expect_more(std::uint64_t least) const {
    EXPECT_GE(socket_memory(query_.get()).value(), before_ + least);
  }

  Descriptor query_ = open_socket_query();
  std::uint64_t before_ = 0;
};

constexpr std::size_t many = 100;

TEST_F(SocketMemoryTest, DataThatNobodyReadCounts) {
  for (const int type : {SOCK_STREAM, SOCK_SEQPACKET, SOCK_DGRAM}) {
    std::vector<std::pair<Descriptor, Descriptor>> kept;
    std::uint64_t sent = 0;
    for (std::size_t i = 0; i < many; ++i) {
      kept.push_back(pair_of(type));
      sent += fill(kept.back().first.get());
    }
    EXPECT_GT(sent, many * 100'000U);
    expect_more(sent);
  }
}

TEST_F(SocketMemoryTest, DataOfSendersThatAreClosedCounts) {
  std::vector<Descriptor> kept;
  std::uint64_t sent = 0;
  for (std::size_t i = 0; i < many; ++i) {
    auto [one, other] = pair_of(SOCK_STREAM);
    sent += fill(one.get());
    kept.push_back(std::move(other));
  }
  expect_more(sent);
}

TEST_F(SocketMemoryTest, DataOfConnectionsThatNobodyAcceptedCounts) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = "ldfi-test-" + std::to_string(::getpid());
  std::memcpy(address.sun_path + 1, name.data(), name.size());
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  const auto* const where = reinterpret_cast<const sockaddr*>(&address);
  const Descriptor server(::socket(AF_UNIX, SOCK_STREAM, 0));
  ASSERT_EQ(::bind(server.get(), where, size), 0);
  ASSERT_EQ(::listen(server.get(), static_cast<int>(many)), 0);
  std::uint64_t sent = 0;
  for (std::size_t i = 0; i < many; ++i) {
    const Descriptor client(::socket(AF_UNIX, SOCK_STREAM, 0));
    ASSERT_EQ(::connect(client.get(), where, size), 0);
    sent += fill(client.get());
  }
  expect_more(sent);
}

TEST(SocketMemory, IsUnknownWithoutAQuery) {
  EXPECT_FALSE(socket_memory(-1).has_value());
}

}  // namespace
}  // namespace ldfi::drive
