#include <gtest/gtest.h>

#include "results/app/commands.hpp"
#include "results/json/values.hpp"
#include "test/unit/results/sample_subject.hpp"

namespace ldfi::results {
namespace {

Json lineage_of(const std::string& faults) {
  const RunRecord run = record_of(broadcast, 4, {"a", "b", "c"});
  CommandLine line;
  line.command = Command::lineage;
  line.runs = {faults};
  line.json = true;
  std::string note;
  return Json::parse(lineage_text(run, 0, line, note));
}

TEST(LineageJson, HasTheFaultsThatTheExplanationNames) {
  const Json told = lineage_of("O(a,b,1) C(a,2) C(c,4)");
  EXPECT_EQ(told["of"], "O(a,b,1) C(a,2) C(c,4)");
  EXPECT_EQ(told["faults"], Json({"O(a,b,1)", "C(a,2)"}));
  EXPECT_EQ(told["notes"].size(), 2U) << told["notes"];
}

TEST(LineageJson, HasTheStoryAndTheGraph) {
  const Json told = lineage_of("O(a,b,1) C(a,2)");
  EXPECT_EQ(told["steps"][0]["tick"], 1);
  EXPECT_EQ(told["steps"][0]["fault"], "O(a,b,1)");
  EXPECT_EQ(told["steps"][0]["text"], "a's message log(b,m) to b at 1 was lost");
  EXPECT_FALSE(told["steps"].back().contains("fault"));
  for (const Json& edge : told["edges"]) {
    EXPECT_LT(edge[0].get<std::size_t>(), told["nodes"].size());
    EXPECT_LT(edge[1].get<std::size_t>(), told["nodes"].size());
  }
}

}  // namespace
}  // namespace ldfi::results
