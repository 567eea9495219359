#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "results/export/files.hpp"
#include "test/unit/results/golden.hpp"
#include "test/unit/results/sample_subject.hpp"

namespace ldfi::results {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Molly, HasAFileForEverythingItsReadersAskFor) {
  Sample sample(chain_program, 4, {"a", "b", "c", "d"});
  sample.run.cells[0].executions = {
      {1, std::nullopt, {}, Outcome::holds, 0},
      {2, 1, sample.subject.fault_set("O(b,c,2) C(b,3)", "test"), Outcome::violates, 0}};
  const auto files = to_molly(sample.run, 0);
  ASSERT_EQ(files.size(), 7U);
  EXPECT_EQ(files[0].name, "runs.json");
  const auto runs = nlohmann::json::parse(files[0].text);
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[1]["iteration"], 1);
  EXPECT_EQ(runs[1]["status"], "failure");
  EXPECT_EQ(runs[1]["failureSpec"]["omissions"],
            nlohmann::json::parse(R"([{"from":"b","to":"c","time":2}])"));
  EXPECT_EQ(runs[1]["model"]["tables"]["pre"][3], (nlohmann::json{"m", "4"}));
  EXPECT_EQ(files[4].name, "run_1_pre_provenance.json");
  expect_golden("export/run_0_post_provenance.json", files[2].text);
  expect_golden("export/run_1_spacetime.dot", files[6].text);
}

TEST(Molly, WithoutAnInvariantHasEmptyProvenance) {
  Sample sample = specified_chain(false);
  sample.run.cells[0].falsifiers = {
      {sample.subject.fault_set("O(a,b,1) O(a,b,2)", "test"), true, {}}};
  const auto files = to_molly(sample.run, 0);
  ASSERT_EQ(files.size(), 7U);
  const auto run = nlohmann::json::parse(files[0].text)[1];
  EXPECT_EQ(run["status"], "failure");
  EXPECT_EQ(run["model"]["tables"]["late"][0], (nlohmann::json{"m", "1"}));
  EXPECT_EQ(files[4].text, "{\"goals\":[],\"rules\":[],\"edges\":[]}\n");
}

TEST(Molly, HasALimit) {
  const Sample sample(chain_program, 4, {"a", "b", "c", "d"});
  EXPECT_THROW((void)to_molly(sample.run, 0, 0), UsageError);
}

TEST(Molly, HostileTextStaysText) {
  const Sample sample(hostile_program(), 3, hostile_names());
  const auto files = to_molly(sample.run, 0);
  const auto runs = nlohmann::json::parse(files[0].text);
  EXPECT_EQ(runs[0]["model"]["tables"]["say"].size(), hostile_names().size() - 1);
  bool found = false;
  for (const auto& row : runs[0]["model"]["tables"]["say"]) found |= row[0] == hostile_names()[2];
  EXPECT_TRUE(found) << "as it is, in JSON";
  EXPECT_THAT(files[3].text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(files[3].text, HasSubstr("label=\"\\\"quoted' & <b>@1\""));
}

}  // namespace
}  // namespace ldfi::results
