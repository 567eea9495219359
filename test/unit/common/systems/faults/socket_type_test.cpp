#include "common/systems/faults/socket_type.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ldfi::systems {
namespace {

MessageId message(const std::string& from, const std::string& to, const std::string& type) {
  return {from, to, type, 0};
}

TEST(SocketType, NamesAndReadsAllTypes) {
  const std::vector<std::pair<SocketType, std::string>> all{
      {{6379, true, SocketEvent::segment, 0}, "6379>"},
      {{6379, false, SocketEvent::segment, 2}, "6379<.2"},
      {{1, true, SocketEvent::syn, 0}, "1>syn"},
      {{1, true, SocketEvent::syn, 7}, "1>syn.7"},
      {{65535, false, SocketEvent::synack, 0}, "65535<synack"},
      {{80, false, SocketEvent::refused, 0}, "80<refused"},
      {{80, false, SocketEvent::fin, 1}, "80<fin.1"},
      {{80, true, SocketEvent::rst, 0}, "80>rst"},
      {{53, false, SocketEvent::datagram, 0}, "udp.53"},
  };
  for (const auto& [type, name] : all) {
    EXPECT_EQ(to_text(type), name);
    EXPECT_EQ(read_socket_type(name), type) << name;
    EXPECT_TRUE(is_message_type(name)) << name;
  }
}

TEST(SocketType, RefusesOtherNames) {
  for (const char* name :
       {"",        "append", "80",        ">",      "80>.",
        "80>.0",   "80>.01", "080>",      "65536>", "-1>",
        "80>syn.", "80>SYN", "80>syn>",   "80><",   "80>syn.1.2",
        "udp.",    "udp.x",  "udp.65536", "80 >",   "80>.18446744073709551616"}) {
    EXPECT_FALSE(read_socket_type(name)) << name;
  }
}

TEST(SocketType, OnlyWhatTcpDoesNotRepeatIsLost) {
  for (const char* name : {"80>syn", "80>syn.3", "udp.53", "append"}) {
    EXPECT_TRUE(may_be_lost(name)) << name;
  }
  for (const char* name : {"80>", "80<", "80<synack", "80<refused", "80>fin", "80>rst"}) {
    EXPECT_FALSE(may_be_lost(name)) << name;
  }
}

TEST(SocketType, AConnectionHasTwoDirectionsAndTwoOrders) {
  constexpr auto order = ArrivalOrder::connection;
  const MessageId forth = message("n0", "n1", "80>");
  const MessageId back = message("n1", "n0", "80<");
  EXPECT_EQ(connection_of(forth), connection_of(back));
  EXPECT_EQ(connection_of(forth), connection_of(message("n1", "n0", "80<fin")));
  EXPECT_NE(channel_of(order, forth), channel_of(order, back));
  EXPECT_EQ(channel_of(order, forth), channel_of(order, message("n0", "n1", "80>syn")));
}

TEST(SocketType, OtherConnectionsHaveOrdersOfTheirOwn) {
  constexpr auto order = ArrivalOrder::connection;
  const MessageId one = message("n0", "n1", "80>");
  for (const MessageId& other : {message("n0", "n1", "80>.1"), message("n0", "n1", "81>"),
                                 message("n0", "n2", "80>"), message("n0", "n1", "80<")}) {
    EXPECT_NE(channel_of(order, one), channel_of(order, other)) << other.type;
    EXPECT_NE(connection_of(one), connection_of(other)) << other.type;
  }
}

TEST(SocketType, DatagramsAndLinesMayOvertake) {
  for (const char* type : {"udp.53", "append"}) {
    EXPECT_EQ(channel_of(ArrivalOrder::connection, message("n0", "n1", type)), "");
    EXPECT_EQ(connection_of(message("n0", "n1", type)), "");
    EXPECT_EQ(channel_of(ArrivalOrder::any, message("n0", "n1", type)), "");
    EXPECT_EQ(channel_of(ArrivalOrder::fifo, message("n0", "n1", type)), "n0,n1");
  }
}

}  // namespace
}  // namespace ldfi::systems
