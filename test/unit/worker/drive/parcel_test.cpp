#include "worker/drive/parcel.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <string>
#include <vector>

#include "common/base/contract.hpp"

namespace ldfi::drive {
namespace {

class Parcel : public testing::Test {
 protected:
  Parcel() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()), 0);
    here_ = Descriptor(ends[0]);
    there_ = Descriptor(ends[1]);
  }

  Descriptor here_;
  Descriptor there_;
};

TEST_F(Parcel, BringsTextAndDescriptors) {
  const std::vector<int> most(max_descriptors, here_.get());
  ASSERT_TRUE(send_message(here_.get(), Ask::own, "a folder", most));
  Message got;
  ASSERT_TRUE(receive_message(there_.get(), got));
  EXPECT_EQ(got.ask, Ask::own);
  EXPECT_EQ(got.text, "a folder");
  EXPECT_EQ(got.descriptors.size(), max_descriptors);
}

TEST_F(Parcel, RefusesMoreDescriptorsThanAPacketHolds) {
  const std::vector<int> too_many(max_descriptors + 1, here_.get());
  EXPECT_THROW(send_message(here_.get(), Ask::own, "", too_many), InternalError);
}

TEST_F(Parcel, RefusesATextThatItsReceiverWouldCut) {
  EXPECT_THROW(send_message(here_.get(), Ask::own, std::string(max_message, 'x')), InternalError);
}

}  // namespace
}  // namespace ldfi::drive
