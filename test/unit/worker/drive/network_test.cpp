#include "worker/drive/network.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "worker/drive/node.hpp"

namespace ldfi::drive {
namespace {

using ::testing::IsEmpty;

constexpr std::uint16_t port = 80;

/// Returns a message of connection 1 from n0, which has asked for it, to n1.
Packet packet_of(ldfi_net_kind kind, std::uint16_t to = 1, std::string bytes = "") {
  Packet out;
  out.head.kind = static_cast<std::uint16_t>(kind);
  out.head.node = to;
  out.head.connection = 1;
  out.head.connector = 0;
  out.head.connector_port = 32768;
  out.head.listener_port = port;
  out.head.size = static_cast<std::uint32_t>(bytes.size());
  out.bytes = std::move(bytes);
  return out;
}

class NetworkTest : public testing::Test {
 protected:
  std::string sent(std::size_t from, ldfi_net_kind kind, std::string bytes = "") {
    return network.message_of(from, packet_of(kind, from == 0 ? 1 : 0, std::move(bytes)))->type;
  }
  void connect() {
    sent(0, ldfi_net_connect);
    network.note_arrival(packet_of(ldfi_net_connect));
    sent(1, ldfi_net_accepted);
  }
  std::vector<std::string> texts(const std::vector<Network::Answer>& answers) {
    std::vector<std::string> out;
    for (const Network::Answer& one : answers) {
      out.push_back(std::to_string(one.from) + std::to_string(one.to) + one.message->type);
    }
    return out;
  }

  Network network{{"n0", "n1", "n2"}};
};

TEST_F(NetworkTest, NamesMessagesByPortDirectionAndKind) {
  EXPECT_EQ(sent(0, ldfi_net_connect), "80>syn");
  EXPECT_EQ(sent(1, ldfi_net_accepted), "80<synack");
  EXPECT_EQ(sent(0, ldfi_net_segment, "a"), "80>");
  EXPECT_EQ(sent(1, ldfi_net_segment, "b"), "80<");
  EXPECT_EQ(sent(1, ldfi_net_end), "80<fin");
  EXPECT_EQ(sent(0, ldfi_net_reset), "80>rst");
  Packet second = packet_of(ldfi_net_connect);
  second.head.connection = 2;
  EXPECT_EQ(network.message_of(0, second)->type, "80>syn.1");
}

TEST_F(NetworkTest, TheReceiverIsGivenTheSender) {
  const EnvelopePtr message = network.message_of(0, packet_of(ldfi_net_connect));
  EXPECT_EQ(message->dest, "n1");
  EXPECT_EQ(message->packet->head.node, 0);
}

TEST_F(NetworkTest, OtherBytesHaveOtherFingerprints) {
  connect();
  const auto print = [this](const std::string& bytes) {
    return network.message_of(0, packet_of(ldfi_net_segment, 1, bytes))->content.fingerprint;
  };
  EXPECT_EQ(print("abc"), print("abc"));
  EXPECT_NE(print("abc"), print("abd"));
  EXPECT_NE(print("\xff\x01"), print("\xff\x02"));
  EXPECT_NE(print("ff01"), print("\xff\x01"));
}

TEST_F(NetworkTest, RefusesWhatNoSocketSends) {
  EXPECT_THROW(sent(0, ldfi_net_segment, "a"), Misbehaved) << "no such connection";
  connect();
  EXPECT_THROW(sent(0, ldfi_net_connect), Misbehaved) << "the same connection again";
  EXPECT_THROW(network.message_of(2, packet_of(ldfi_net_segment, 1)), Misbehaved)
      << "another node's";
  EXPECT_THROW(network.message_of(0, packet_of(ldfi_net_segment, 0)), Misbehaved) << "to itself";
  EXPECT_THROW(network.message_of(0, packet_of(ldfi_net_segment, 2)), Misbehaved) << "elsewhere";
  EXPECT_THROW(network.message_of(0, packet_of(ldfi_net_segment, 3)), Misbehaved) << "no such node";
  Packet strange = packet_of(ldfi_net_segment);
  strange.head.kind = 99;
  EXPECT_THROW(network.message_of(0, strange), Misbehaved);
  strange = packet_of(ldfi_net_segment);
  strange.head.listener_port = port + 1;
  EXPECT_THROW(network.message_of(0, strange), Misbehaved) << "another port";
  strange = packet_of(ldfi_net_datagram, 2);
  strange.head.connector = 1;
  EXPECT_THROW(network.message_of(0, strange), Misbehaved) << "as another node";
}

TEST_F(NetworkTest, AMachineBreaksTheConnectionsOfItsNode) {
  connect();
  EXPECT_THAT(texts(network.end_connections_of(1)), testing::ElementsAre("1080<rst"));
  EXPECT_THAT(network.end_connections_of(1), IsEmpty()) << "once";
  EXPECT_THAT(network.end_connections_of(0), IsEmpty()) << "the connection is over";
}

TEST_F(NetworkTest, AMachineRefusesWhatItsNodeDoesNotAccept) {
  sent(0, ldfi_net_connect);
  EXPECT_THAT(network.end_connections_of(1), IsEmpty()) << "the request has not arrived yet";
  const auto answer = network.answer_of_machine(1, packet_of(ldfi_net_connect));
  ASSERT_TRUE(answer);
  EXPECT_THAT(texts({*answer}), testing::ElementsAre("1080<refused"));
}

TEST_F(NetworkTest, ARequestThatHasArrivedIsRefusedWhenTheNodeEnds) {
  sent(0, ldfi_net_connect);
  network.note_arrival(packet_of(ldfi_net_connect));
  EXPECT_THAT(texts(network.end_connections_of(1)), testing::ElementsAre("1080<refused"));
}

TEST_F(NetworkTest, AfterAnOrderlyEndOnlyNewBytesBreakTheConnection) {
  connect();
  sent(1, ldfi_net_end);
  EXPECT_THAT(network.end_connections_of(1), IsEmpty());
  const auto answer = network.answer_of_machine(1, packet_of(ldfi_net_segment));
  ASSERT_TRUE(answer);
  EXPECT_THAT(texts({*answer}), testing::ElementsAre("1080<rst"));
  EXPECT_FALSE(network.answer_of_machine(1, packet_of(ldfi_net_segment))) << "it is over";
}

TEST_F(NetworkTest, AResetIsToldToBothNodes) {
  connect();
  EXPECT_THAT(texts(network.reset_connection(packet_of(ldfi_net_segment))),
              testing::ElementsAre("1080<rst", "0180>rst"));
  sent(0, ldfi_net_segment, "sent before the node learns of it");
}

TEST_F(NetworkTest, ARequestThatIsResetIsRefused) {
  sent(0, ldfi_net_connect);
  EXPECT_THAT(texts(network.reset_connection(packet_of(ldfi_net_connect))),
              testing::ElementsAre("1080<refused"));
}

}  // namespace
}  // namespace ldfi::drive
