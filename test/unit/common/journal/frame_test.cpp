#include "common/journal/frame.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace ldfi::journal {
namespace {

const std::string payload = "an answer";

std::uint64_t checksum_of(std::uint64_t offset, RecordType type, std::string_view text) {
  Checksum sum(offset, static_cast<std::uint32_t>(text.size()), type);
  sum.add(text);
  return sum.value();
}

TEST(Frame, SaysWhatFollowsIt) {
  const wire::Bytes bytes = frame(7, RecordType::report, payload);
  ASSERT_EQ(bytes.size(), frame_bytes + payload.size());
  const Frame head = read_frame(std::span(bytes).first<frame_bytes>());
  EXPECT_EQ(head.payload_bytes, payload.size());
  EXPECT_EQ(head.type, RecordType::report);
  EXPECT_EQ(head.checksum, checksum_of(7, RecordType::report, payload));
  EXPECT_TRUE(std::equal(payload.begin(), payload.end(), bytes.begin() + frame_bytes));
}

TEST(Checksum, IsOfThePlaceTheTypeAndEveryByte) {
  const std::uint64_t sum = checksum_of(7, RecordType::report, payload);
  EXPECT_NE(checksum_of(8, RecordType::report, payload), sum);
  EXPECT_NE(checksum_of(7, RecordType::cell, payload), sum);
  EXPECT_NE(checksum_of(7, RecordType::report, "An answer"), sum);
  Checksum pieces(7, static_cast<std::uint32_t>(payload.size()), RecordType::report);
  pieces.add(std::string_view(payload).substr(0, 4));
  pieces.add(std::string_view(payload).substr(4));
  EXPECT_EQ(pieces.value(), sum);
}

TEST(Key, DiffersWhereBytesDo) {
  EXPECT_EQ(key_of(payload), key_of(std::string(payload)));
  EXPECT_NE(key_of(payload), key_of(payload.substr(1)));
}

}  // namespace
}  // namespace ldfi::journal
