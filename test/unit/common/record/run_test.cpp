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

TEST(RunRecord, SaysWhichSearchesLookEverywhere) {
  RunRecord run;
  for (const char* strategy : {"lineage", "exhaustive"}) {
    run.strategy = strategy;
    EXPECT_TRUE(looks_everywhere(run)) << strategy;
  }
  for (const char* strategy : {"random", "fts"}) {
    run.strategy = strategy;
    EXPECT_FALSE(looks_everywhere(run)) << strategy;
  }
  run.strategy = "molly";
  for (const char* negation : {"exact", "conservative", "ignore"}) {
    run.options = {{"negation", negation}};
    EXPECT_EQ(looks_everywhere(run), negation == std::string("exact")) << negation;
  }
}

}  // namespace
}  // namespace ldfi
