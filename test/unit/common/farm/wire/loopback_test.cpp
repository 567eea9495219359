#include "common/farm/wire/loopback.hpp"

#include <gtest/gtest.h>

#include "common/base/contract.hpp"

namespace ldfi::wire {
namespace {

TEST(Loopback, DeliversInOrderAndNamesTheSender) {
  LoopbackHub hub(3);
  hub.endpoint(0).send(2, {'a'});
  hub.endpoint(1).send(2, {'b'});
  hub.endpoint(0).send(2, {'c'});
  auto& two = hub.endpoint(2);
  EXPECT_EQ(two.rank(), 2);
  EXPECT_EQ(two.size(), 3);
  const auto first = two.receive();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->from, 0);
  EXPECT_EQ(first->bytes, Bytes{'a'});
  EXPECT_EQ(two.receive()->from, 1);
  EXPECT_EQ(two.receive()->bytes, Bytes{'c'});
  EXPECT_FALSE(two.receive());
  EXPECT_FALSE(hub.endpoint(0).receive());
}

TEST(Loopback, KnowsItsRanks) {
  LoopbackHub hub(2);
  EXPECT_THROW(hub.endpoint(0).send(2, {}), InternalError);
  EXPECT_THROW(hub.endpoint(0).send(-1, {}), InternalError);
  EXPECT_THROW((void)hub.endpoint(2), InternalError);
  EXPECT_THROW(LoopbackHub(0), InternalError);
}

}  // namespace
}  // namespace ldfi::wire
