#include "common/journal/header.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/journal/frame.hpp"

namespace ldfi::journal {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Header odd_header() {
  return {0, "1.2.3", {{"eot", "6"}, {"seed", ""}}, "now", {"ldfi-farm", "x.yaml"}};
}

TEST(JournalHeader, IsReadAsItWasWritten) {
  const wire::Bytes bytes = encode_header(odd_header());
  const Header back = decode_header(bytes);
  EXPECT_EQ(back.format, format_version);
  EXPECT_EQ(back.settings, odd_header().settings);
  EXPECT_EQ(back.command_line, odd_header().command_line);
  EXPECT_THAT(differences(back, odd_header()), IsEmpty());
  for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
    EXPECT_THROW(decode_header(std::span(bytes).first(cut)), wire::DecodeError) << cut;
  }
}

TEST(JournalHeader, RefusesWhatStandsBehindIt) {
  wire::Bytes bytes = encode_header(odd_header());
  bytes.push_back('x');
  EXPECT_THROW(decode_header(bytes), wire::DecodeError);
}

TEST(JournalHeader, OfAnotherFormatOnlyTheFormatIsRead) {
  wire::Bytes bytes = encode_header(odd_header());
  bytes[0] = static_cast<char>(bytes[0] + 1);
  const Header back = decode_header(bytes);
  EXPECT_NE(back.format, format_version);
  EXPECT_THAT(back.settings, IsEmpty());
}

TEST(JournalHeader, NamesEveryDifference) {
  Header other = odd_header();
  other.version = "2";
  other.settings = {{"eot", "7"}, {"eff", "4"}};
  EXPECT_THAT(
      differences(odd_header(), other),
      ElementsAre("version is 1.2.3 there and 2 here", "eot is 6 there and 7 here",
                  "seed is not set there and unknown here", "eff is unknown there and 4 here"));
}

}  // namespace
}  // namespace ldfi::journal
