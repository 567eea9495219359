#include "worker/drive/node.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <memory>

#include "common/base/contract.hpp"

namespace ldfi::drive {
namespace {

/// Ends the process that starts nodes after each test, because other tests count the children of
/// this process.
class NodeTest : public testing::Test {
 protected:
  ~NodeTest() override {
    nursery_.reset();
    ::waitpid(-1, nullptr, 0);
  }

  std::unique_ptr<Nursery> nursery_ = Nursery::begin();
};

TEST_F(NodeTest, IsToldNothingBeforeItRuns) {
  Node node("n0", *nursery_, systems::Time::virtual_time, Node::Output::messages, {}, {});
  const std::array<Node::MessageAhead, 1> one{{{&node, node.tick()}}};
  EXPECT_THROW(Node::send_ahead(one, 1), InternalError);
  const std::array<Node::MessageAhead, 1> none{};
  EXPECT_THROW(Node::send_ahead(none, 1), InternalError);
  EXPECT_THROW(node.awaken(1, 1), InternalError);
  EXPECT_THROW(node.expect_silence(-1), InternalError);
}

}  // namespace
}  // namespace ldfi::drive
