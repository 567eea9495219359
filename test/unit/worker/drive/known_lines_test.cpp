#include "worker/drive/known_lines.hpp"

#include <gtest/gtest.h>

#include "common/base/contract.hpp"

namespace ldfi::drive {
namespace {

std::string done_line(const std::string& number) {
  return R"({"body":{"n":)" + number + R"(,"state":"x","type":"done"},"dest":"$farm"})";
}

TEST(KnownLines, KnowsAMessageByItsWholeLine) {
  KnownLines known;
  const EnvelopePtr message = seal({{"dest", "n1"}, {"body", {{"type", "a"}, {"n", 3}}}});
  known.add(message->text, message);
  EXPECT_EQ(known.message(message->text), message);
  EXPECT_EQ(known.message(R"({"body":{"n":4,"type":"a"},"dest":"n1"})"), nullptr);
}

TEST(KnownLines, KnowsThatANodeIsDoneWithAnyLineItWasTold) {
  KnownLines known;
  known.add(done_line("9"), 9, {7, "x"});
  const Done* const done = known.done(done_line("10"), 10);
  ASSERT_NE(done, nullptr);
  EXPECT_EQ(done->wake, 7);
  EXPECT_EQ(done->state, "x");
}

TEST(KnownLines, DoesNotKnowAnotherNumberThanThatOfTheLineItWasTold) {
  KnownLines known;
  known.add(done_line("9"), 9, {});
  for (const char* number : {"9", "11", "100", "10.0", "10e0", "\"10\"", " 10", "-10"}) {
    EXPECT_EQ(known.done(done_line(number), 10), nullptr) << number;
  }
}

TEST(KnownLines, LeavesTheNumberWhereItMayBeAnothers) {
  KnownLines known;
  const std::string twice = R"({"body":{"n": 9,"type":"done"},"dest":"$farm","n":9})";
  known.add(twice, 9, {});
  EXPECT_NE(known.done(twice, 9), nullptr);
  EXPECT_EQ(known.done(R"({"body":{"n": 9,"type":"done"},"dest":"$farm","n":10})", 10), nullptr);
  const std::string nested = R"({"body":{"n" : 9,"x":{"n":9},"type":"done"},"dest":"$farm"})";
  known.add(nested, 9, {});
  EXPECT_EQ(known.done(R"({"body":{"n" : 9,"x":{"n":10},"type":"done"},"dest":"$farm"})", 10),
            nullptr);
  const std::string escaped = R"({"body":{"\u006e":9,"type":"done"},"dest":"$farm","n":9})";
  known.add(escaped, 9, {});
  EXPECT_EQ(known.done(R"({"body":{"\u006e":9,"type":"done"},"dest":"$farm","n":10})", 10),
            nullptr);
}

TEST(KnownLines, ForgetsWhatIsTooLongOrTooMuch) {
  KnownLines known;
  const std::string longest(5000, ' ');
  known.add(longest, 1, {});
  EXPECT_EQ(known.done(longest, 1), nullptr);
  for (int i = 0; i < 1000; ++i) known.add(std::to_string(i) + std::string(2000, ' '), 1, {});
  EXPECT_EQ(known.done("0" + std::string(2000, ' '), 1), nullptr);
  EXPECT_NE(known.done("999" + std::string(2000, ' '), 1), nullptr);
}

TEST(KnownLines, NeedsWhatWasReadInALine) {
  KnownLines known;
  EXPECT_THROW(known.add("{}", nullptr), InternalError);
}

}  // namespace
}  // namespace ldfi::drive
