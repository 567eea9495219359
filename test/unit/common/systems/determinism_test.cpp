#include "common/systems/determinism.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/common/systems/recorded.hpp"

namespace ldfi::systems {
namespace {

using ::testing::HasSubstr;

std::string compared(const std::vector<std::string>& texts) {
  std::vector<Recording> recordings;
  std::vector<Diagnostic> problems;
  for (const std::string& text : texts) {
    Read found = read(text, fmt::format("{}.jsonl", recordings.size()));
    EXPECT_TRUE(found.recording) << found.problem();
    recordings.push_back(*found.recording);
  }
  Comparison comparison;
  for (const Recording& one : recordings) {
    if (!comparison.add(one, problems)) break;
  }
  return problems.empty() ? "" : fmt::format("{}: {}", problems[0].where.line, problems[0].message);
}

const std::string woken = at("timer", 1, "n0");
const std::string whole =
    header() + woken + sent(1) + received(11) + at("timer", 20, "n0") + verdict();

TEST(Compare, RecordingsMayPartWhereAFateDiffers) {
  const std::string begin = woken + sent(1) + received(11);
  const std::string lost =
      header({"O(n0,n1,m#0)"}) + woken + sent(1, "lost") + at("timer", 19, "n1") + verdict();
  const std::string crash =
      header({"C(n1,#1)"}) + woken + sent(1, "dead") + at("crash", 11, "n1") + verdict();
  const std::string other = header({"C(n0,#2)"}) + begin + at("crash", 15, "n0") + verdict();
  EXPECT_EQ(compared({whole, whole}), "");
  EXPECT_EQ(compared({whole, lost, crash, other, lost, crash, whole}), "");
  EXPECT_EQ(compared({crash, whole, lost, other}), "");
  const std::string pause = R"x({"e": "pause", "t": 11, "node": "n1", "back": 15})x"
                            "\n";
  const std::string stood_still = header({"S(n1,#1,+4ns)"}) + woken + sent(1) + pause +
                                  received(15) + at("timer", 20, "n0") + verdict();
  EXPECT_EQ(compared({whole, stood_still, crash, whole, stood_still}), "");
}

TEST(Compare, AnotherDifferenceIsNoDeterminism) {
  const auto with = [](const std::string& last) {
    return header() + woken + sent(1) + received(11) + last + verdict();
  };
  EXPECT_THAT(
      compared({whole, with(at("timer", 21, "n0"))}),
      HasSubstr("5: 0.jsonl has another event in line 5, although all fates before are the same"));
  EXPECT_THAT(compared({whole, with("")}),
              HasSubstr("4: it ends, but 0.jsonl continues in line 5"));
  EXPECT_THAT(compared({with(""), whole}), HasSubstr("5: it continues, but 0.jsonl ends here"));
  const std::string crash =
      header({"C(n1,#1)"}) + woken + sent(1, "dead") + at("crash", 11, "n1") + verdict();
  EXPECT_THAT(compared({crash, whole, with("")}),
              HasSubstr("4: it ends, but 1.jsonl continues in line 5"))
      << "a crash that came first hides nothing";
  const std::string other = header() + woken + sent(1) + at("timer", 11, "n0") + verdict();
  EXPECT_THAT(compared({crash, whole, other}), HasSubstr("4: 1.jsonl has another event in line 4"));
}

TEST(Compare, TheSameMessageIsSilentEverywhere) {
  const auto with = [](const std::string& more) {
    return header() + woken + sent(1) + received(11, 0, more) + verdict();
  };
  EXPECT_THAT(compared({with(""), with(", \"silent\": true")}),
              HasSubstr("4: 0.jsonl has another event"));
  EXPECT_EQ(compared({with(""), with(", \"silent\": false, \"node\": \"n1\"")}), "");
}

TEST(Compare, OneExecutionHasOneVerdict) {
  const auto judged = [](const std::string& result) { return header() + woken + verdict(result); };
  EXPECT_THAT(compared({judged("pass"), judged("fail")}),
              HasSubstr("3: the same execution has another verdict in 0.jsonl"));
  EXPECT_NE(compared({judged("pass"), judged("vacuous")}), "");
  EXPECT_EQ(compared({judged("invalid"), judged("pass"), judged("invalid"), judged("pass")}), "");
}

std::string difference_of(const std::string& one, const std::string& other) {
  const Read first = read(one, "one.jsonl");
  const Read second = read(other, "other.jsonl");
  EXPECT_TRUE(first.recording && second.recording) << first.problem() << second.problem();
  return difference(*first.recording, *second.recording);
}

TEST(Difference, NamesTheFirstEventThatDiffers) {
  const auto with = [](const std::string& last) {
    return header() + woken + sent(1) + received(11) + last + verdict();
  };
  EXPECT_EQ(difference_of(whole, whole), "");
  EXPECT_THAT(difference_of(whole, with(at("timer", 21, "n0"))), HasSubstr(" once, "));
  EXPECT_THAT(difference_of(whole, with("")), HasSubstr(" once, the end once"));
  EXPECT_THAT(difference_of(with(""), whole), ::testing::StartsWith("the end once, "));
}

TEST(Difference, NamesAnotherResult) {
  const std::string begin = header() + woken + sent(1) + received(11);
  EXPECT_EQ(difference_of(begin + verdict("pass"), begin + verdict("fail")),
            "the same history got another verdict");
  EXPECT_THAT(difference_of(begin + verdict("pass"), begin + verdict("invalid")),
              HasSubstr("invalid the second time: "));
}

}  // namespace
}  // namespace ldfi::systems
