#include "common/record/run.hpp"

#include <gtest/gtest.h>

namespace ldfi {
namespace {

TEST(RunRecord, SaysWhatIsKnownToIt) {
  RunRecord run;
  Cell cell;
  cell.verdict = Verdict::certified;
  EXPECT_EQ(known_to(run), "");
  EXPECT_EQ(meaning_of(run, cell), meaning_of(cell));
  run.options = {{"seed", "1"}, {"known", "late; C(a,3); lost"}};
  EXPECT_EQ(known_to(run), "late; C(a,3); lost");
  EXPECT_EQ(meaning_of(run, cell), meaning_of(cell) + ", apart from known");
  EXPECT_TRUE(is_known(run, "late") && is_known(run, "lost"));
  EXPECT_FALSE(is_known(run, "los") || is_known(run, "ate"));
}

TEST(RunRecord, SaysWhatBecameOfStoredFalsifiers) {
  using Outcome = CaseOutcome;
  RunRecord run;
  Cell cell;
  cell.verdict = Verdict::certified;
  EXPECT_TRUE(known_lines(run).empty());
  run.options = {{"known", "old.h5; older.json"}};
  EXPECT_FALSE(leaves_out(run));
  EXPECT_EQ(known_lines(run),
            (std::vector<std::string>{"old.h5; older.json", "no falsifier is stored"}));
  run.known = {
      {"old.h5 f1", "O(a,b,1)", Outcome::violated, "", {"pre(x)"}, true},
      {"old.h5 f2", "C(z,1)", Outcome::not_admitted, "z is not a node"},
      {"old.h5 f3", "C(b,1)", Outcome::violated, "late was not violated then", {"late()"}}};
  EXPECT_TRUE(leaves_out(run));
  EXPECT_EQ(meaning_of(run, cell), meaning_of(cell) + ", apart from known");
  const std::vector<std::string> lines = known_lines(run);
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[1], "2 violated, 1 not admitted");
  EXPECT_EQ(lines[2], "old.h5 f2 C(z,1): not admitted: z is not a node");
  EXPECT_EQ(lines[3], "old.h5 f3 C(b,1): violated, not left out: late was not violated then");
  EXPECT_EQ(lines[4], "old.h5 f1 O(a,b,1): violated");
  EXPECT_EQ(known_lines(run, 1).back(), "and 2 more");
  run.known.resize(0);
  run.options = {{"known", "old.h5; O(a,b,1)"}};
  EXPECT_TRUE(leaves_out(run));
}

TEST(RunRecord, SaysWhichSearchesLookEverywhere) {
  RunRecord run;
  for (const char* strategy : {"lineage", "exhaustive"}) {
    run.strategy = strategy;
    EXPECT_TRUE(is_exhaustive(run)) << strategy;
  }
  for (const char* strategy : {"random", "fts"}) {
    run.strategy = strategy;
    EXPECT_FALSE(is_exhaustive(run)) << strategy;
  }
  run.strategy = "molly";
  for (const char* negation : {"exact", "conservative", "ignore"}) {
    run.options = {{"negation", negation}};
    EXPECT_EQ(is_exhaustive(run), negation == std::string("exact")) << negation;
  }
}

}  // namespace
}  // namespace ldfi
