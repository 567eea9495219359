#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "results/export/files.hpp"
#include "test/unit/results/sample_run.hpp"

namespace ldfi::results {
namespace {

TEST(Json, HoldsTheWholeRun) {
  const auto told = nlohmann::json::parse(to_json(sample_run(), {0, 1}));
  EXPECT_EQ(told["seed"], 18446744073709551615ULL);
  ASSERT_EQ(told["cells"].size(), 2U);
  const auto& cell = told["cells"][0];
  EXPECT_EQ(cell["combinations"], "620000000000000000000000000000000000001");
  EXPECT_EQ(cell["falsifiers"][0]["violated"][1], "log(b,more)");
  EXPECT_EQ(cell["graphs"][0]["firings"][0]["premises"], (nlohmann::json{1, 2}));
}

TEST(Json, TellsWhoRestarts) {
  const auto told = nlohmann::json::parse(to_json(sample_run_with_restarts(), {0, 2}));
  EXPECT_FALSE(told["cells"][0]["fspec"].contains("restarts"));
  EXPECT_FALSE(told["cells"][0]["traces"][0]["ticks"][0].contains("restarts"));
  const auto& cell = told["cells"][1];
  EXPECT_EQ(cell["fspec"]["restarts"], 3);
  EXPECT_EQ(cell["fspec"]["crashable"], (nlohmann::json{"b", "two words"}));
  const auto& trace = cell["traces"][0];
  EXPECT_EQ(trace["faults"], "O(a,b,1) C(b,2+,4) C(b,5+) C(\"two words\",4,6)");
  EXPECT_EQ(trace["ticks"][1]["crashes"], (nlohmann::json::array({"b"})));
  EXPECT_EQ(trace["ticks"][3]["crashes"], (nlohmann::json::array({"two words"})));
  EXPECT_EQ(trace["ticks"][3]["restarts"], (nlohmann::json::array({"b"})));
  EXPECT_EQ(trace["ticks"][4]["crashes"], (nlohmann::json::array({"b"})));
  EXPECT_EQ(trace["ticks"][5]["restarts"], (nlohmann::json::array({"two words"})));
}

TEST(Json, TellsOfLimits) {
  const auto told = nlohmann::json::parse(to_json(sample_run_with_limits(), {0, 2}));
  EXPECT_FALSE(told["cells"][0]["fspec"].contains("partitions"));
  const auto& fspec = told["cells"][1]["fspec"];
  EXPECT_EQ(fspec["omissions"], 2);
  EXPECT_EQ(fspec["omissions_from"], (nlohmann::json{"a", "b"}));
  EXPECT_EQ(fspec["omissions_to"], (nlohmann::json::array({"c d"})));
  EXPECT_EQ(fspec["reliable"].dump(), R"([["a","b"]])");
  EXPECT_EQ(fspec["partitions"], 1);
  EXPECT_EQ(fspec["partition_sets"].dump(), R"([["a","b"],["c d"]])");
  EXPECT_EQ(fspec["faults"], 3);
  EXPECT_EQ(told["cells"][1]["executions"][1]["faults"], "O(a,\"c d\",1) P(\"c d\",2,4)");
}

TEST(Json, TellsOfSpecificationsIfThereAreAny) {
  const auto cell = nlohmann::json::parse(to_json(specified_run(), {0}))["cells"][0];
  ASSERT_EQ(cell["specs"].size(), 3U);
  EXPECT_EQ(cell["specs"][1]["explains"], "invariant");
  EXPECT_EQ(cell["specs"][1]["counterexamples"][0]["violated"], (nlohmann::json{"lost(b)@4"}));
  EXPECT_FALSE(nlohmann::json::parse(to_json(sample_run(), {0}))["cells"][0].contains("specs"));
}

TEST(Json, IsAsciiWhateverIsNamed) {
  RunRecord run = sample_run();
  run.config_name = "\xff\xe2\x80\xae</script>\n";
  const std::string told = to_json(run, {0});
  for (const char c : told) ASSERT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7f));
}

}  // namespace
}  // namespace ldfi::results
