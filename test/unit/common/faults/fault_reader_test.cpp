#include "common/faults/fault_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "common/base/errors.hpp"
#include "common/faults/fspec.hpp"
#include "test/support/faults.hpp"

namespace ldfi {
namespace {

using ::testing::HasSubstr;

Fspec fspec_of(std::vector<std::string> nodes = {"a", "b", "c"}, int eff = 3,
               EffMode mode = EffMode::inclusive) {
  return Fspec({5, eff, 2, std::move(nodes), mode, CrashModel::silent});
}

std::string round_trip(const std::string& text, const Fspec& fspec = fspec_of()) {
  return to_text(parse_fault_set(text, fspec, FileId(0)), fspec);
}

/// Returns all diagnostics as text. Empty if the fault set has no error.
std::string error_text(const std::string& text, const Fspec& fspec = fspec_of()) {
  SourceSet sources;
  const FileId file = sources.add("--replay", text);
  try {
    parse_fault_set(text, fspec, file);
  } catch (const InputError& e) {
    return render(e.diagnostics(), sources);
  }
  return "";
}

TEST(FaultSetText, IsCanonical) {
  EXPECT_EQ(round_trip("none"), "none");
  EXPECT_EQ(round_trip(" none\n"), "none");
  EXPECT_EQ(round_trip("C(a,2) O(b,c,3) O(a,c,1)O(a,b,1)"), "O(a,b,1) O(a,c,1) O(b,c,3) C(a,2)");
  EXPECT_EQ(round_trip("O ( a , b , 1 )\n\tO(a,b,1) C(c,5) C(c,5)"), "O(a,b,1) C(c,5)");
  EXPECT_EQ(round_trip("O(a,b,3) C(a,2)"), "C(a,2)");
  EXPECT_EQ(round_trip(R"(O("a","\x62",1))"), "O(a,b,1)");
}

TEST(FaultSetText, QuotesNamesThatAreNotPlainWords) {
  const std::vector<std::string> odd{"two words", "q\"uote",  "back\\slash",       "x,y)", "",
                                     "\n\t\r",    "\x01\xff", "n\xc3\xb6\x64\x65", "none", "\\x41"};
  std::vector<std::string> nodes = odd;
  nodes[4] = "\xe2\x80\xae";
  const Fspec fspec = fspec_of(nodes);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (std::size_t j = 0; j < nodes.size(); ++j) {
      if (i == j) continue;
      const FaultSet set =
          test::fault_set({{NodeId(i), NodeId(j), Time(1)}}, {{NodeId(i), Time(2)}});
      const std::string text = to_text(set, fspec);
      EXPECT_EQ(parse_fault_set(text, fspec, FileId(0)), set) << text;
      EXPECT_EQ(printable(text), text);
    }
  }
}

TEST(FaultSetText, ReadsWhatItWrites) {
  const Fspec fspec = fspec_of();
  std::mt19937 random(1);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int round = 0; round < 200; ++round) {
    std::vector<Omission> omissions;
    std::vector<Crash> crashes;
    for (int i = below(6); i > 0; --i) {
      const int from = below(3);
      omissions.push_back({NodeId(from), NodeId((from + 1 + below(2)) % 3), Time(1 + below(3))});
    }
    for (int node = below(3); node < 2; ++node)
      crashes.push_back({NodeId(node), Time(1 + below(5))});
    const FaultSet set = test::fault_set(omissions, crashes);
    EXPECT_EQ(parse_fault_set(to_text(set, fspec), fspec, FileId(0)), set);
  }
}

TEST(FaultSetText, ReportsEveryProblemAtItsPlace) {
  EXPECT_EQ(
      error_text("O(a,d,1) O(b,b,1) O(a,b,4) Z(a) C(a,0) C(b,1) C(b,2)"),
      "--replay:1:5: error: d is not a node [fault-unknown-node]\n"
      "  1 | O(a,d,1) O(b,b,1) O(a,b,4) Z(a) C(a,0) C(b,1) C(b,2)\n"
      "    |     ^\n"
      "  hint: did you mean a?\n"
      "  hint: the nodes are a, b, c\n"
      "--replay:1:10: error: a node's messages to itself are never lost [fault-self]\n"
      "  1 | O(a,d,1) O(b,b,1) O(a,b,4) Z(a) C(a,0) C(b,1) C(b,2)\n"
      "    |          ^~~~~~~~\n"
      "--replay:1:25: error: time 4 must be between 1 and 3: messages are lost up to EFF (3) "
      "[fault-time]\n"
      "  1 | O(a,d,1) O(b,b,1) O(a,b,4) Z(a) C(a,0) C(b,1) C(b,2)\n"
      "    |                         ^\n"
      "--replay:1:28: error: expected O(from,to,time), C(node,time), or none [fault-syntax]\n"
      "  1 | O(a,d,1) O(b,b,1) O(a,b,4) Z(a) C(a,0) C(b,1) C(b,2)\n"
      "    |                            ^\n"
      "--replay:1:37: error: time 0 must be between 1 and 5: the run ends at EOT (5) [fault-time]\n"
      "  1 | O(a,d,1) O(b,b,1) O(a,b,4) Z(a) C(a,0) C(b,1) C(b,2)\n"
      "    |                                     ^\n"
      "--replay:1:47: error: b crashes at 1 already: a node crashes at most once "
      "[fault-crash-twice]\n"
      "  1 | O(a,d,1) O(b,b,1) O(a,b,4) Z(a) C(a,0) C(b,1) C(b,2)\n"
      "    |                                               ^~~~~~\n"
      "6 errors\n");
}

TEST(FaultSetText, ReportsSyntax) {
  EXPECT_THAT(error_text(""), HasSubstr("the fault set is empty"));
  EXPECT_THAT(error_text("none none"), HasSubstr(":1:1: error: expected O(from"));
  EXPECT_THAT(error_text("O(a,b)"), HasSubstr(":1:6: error: expected ',' after a receiver's name, "
                                              "but ')' is here"));
  EXPECT_THAT(error_text("O(a,b,1"), HasSubstr("but the text ends here"));
  EXPECT_THAT(error_text("O(a,,1)"), HasSubstr("expected a node's name"));
  EXPECT_THAT(error_text("C(a,x)"), HasSubstr("expected a time"));
  EXPECT_THAT(error_text("C(\"a,1)"), HasSubstr(":1:3: error: this quote is not closed: add \""));
  EXPECT_THAT(error_text("C(\"\\q\",1)"), HasSubstr("unknown escape"));
  EXPECT_THAT(error_text("C(a,1)\nC(\x1b,1)"), HasSubstr(":2:3: error: expected a node's name, but "
                                                         "'\\x1b' is here"));
  EXPECT_THAT(error_text("o(a,b,1)"), HasSubstr("expected O(from"));
}

TEST(FaultSetText, ReportsTimesThatNoIntegerHolds) {
  EXPECT_THAT(error_text("C(a,99999999999999999999)"), HasSubstr("must be between 1 and 5"));
  EXPECT_THAT(error_text("C(a,-1)"), HasSubstr("time -1 must be between 1 and 5"));
}

TEST(FaultSetText, ReportsNoMoreThanIsWorthReading) {
  std::string text;
  for (int i = 0; i < 10'000; ++i) text += ')';
  const std::string said = error_text(text);
  EXPECT_THAT(said, HasSubstr("more errors follow; correct the ones above first"));
  EXPECT_THAT(said, HasSubstr("\n51 errors\n"));
  EXPECT_LT(error_text("C(" + std::string(100'000, 'x') + ",1)").size(), 1'000U);
}

TEST(FaultSetText, SaysTheBoundOfEachMode) {
  EXPECT_THAT(error_text("O(a,b,3)", fspec_of({"a", "b"}, 3, EffMode::exclusive)),
              HasSubstr("must be between 1 and 2: messages are lost up to EFF (3, exclusive)"));
  EXPECT_THAT(error_text("O(a,b,1)", fspec_of({"a", "b"}, 0)),
              HasSubstr("EFF is 0, so no message can be lost"));
}

TEST(FaultSetText, ReportsCrashesBeyondTheFspec) {
  EXPECT_THAT(error_text("C(b,1) C(a,1) C(c,1)"),
              HasSubstr(":1:15: error: 3 nodes crash, but the Fspec admits 2 [fault-crashes]"));
  EXPECT_THAT(error_text("C(b,1) C(a,1) C(c,1)"),
              HasSubstr("hint: ldfi-farm allows 3 with -c 3 (fspec.crashes: 3 in a config)"));
}

TEST(FaultSetText, SurvivesAnyBytes) {
  std::mt19937 random(7);
  const std::string alphabet = "OC(),\"\\x1a b\n\xff";
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (unsigned i = static_cast<unsigned>(random() % 30); i > 0; --i) {
      text += alphabet[random() % alphabet.size()];
    }
    EXPECT_NO_THROW(error_text(text)) << text;
  }
}

}  // namespace
}  // namespace ldfi
