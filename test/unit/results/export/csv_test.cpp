#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "results/export/files.hpp"
#include "test/unit/results/golden.hpp"
#include "test/unit/results/sample_run.hpp"

namespace ldfi::results {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Csv, Golden) {
  std::string all;
  for (const ExportFile& file : to_csv(sample_run(), {0, 1})) all += file.name + "\n" + file.text;
  expect_golden("export/sample.csv", all);
}

TEST(Csv, HasColumnsOfRestartsWhereACellHasThem) {
  const RunRecord run = sample_run_with_restarts();
  const std::string cells = to_csv(run, {0, 2})[0].text;
  EXPECT_THAT(cells, HasSubstr(",execute_s,restarts,crashable\r\n"));
  EXPECT_THAT(cells, HasSubstr("0.250000,0,\r\n"));
  EXPECT_THAT(cells, HasSubstr("0.250000,3,\"b \"\"two words\"\"\"\r\n"));
  EXPECT_THAT(to_csv(run, {0, 1})[0].text, Not(HasSubstr("restarts")));
}

TEST(Csv, HasAColumnOfLimitsWhereACellHasThem) {
  const RunRecord run = sample_run_with_limits();
  const std::string cells = to_csv(run, {0, 2})[0].text;
  EXPECT_THAT(cells, HasSubstr(",execute_s,limits\r\n"));
  EXPECT_THAT(cells, HasSubstr("0.250000,\r\n"));
  EXPECT_THAT(cells, HasSubstr(",\"at most 2 omissions from a b to \"\"c d\"\", reliable a b, 1 "
                               "partition of a b; \"\"c d\"\", at most 3 faults in all\"\r\n"));
  EXPECT_THAT(to_csv(run, {0, 1})[0].text, Not(HasSubstr("limits")));
}

TEST(Csv, NamesTheSpecificationsOfAFalsifier) {
  const auto files = to_csv(specified_run(), {0});
  ASSERT_EQ(files.size(), 5U);
  EXPECT_EQ(files[2].text,
            "cell,falsifier,faults,size,minimal,family,specifications\r\n"
            "0,f1,\"O(a,b,1)\",1,true,1,invariant lost\r\n"
            "0,f2,\"C(a,1)\",1,false,2,invariant\r\n");
  EXPECT_EQ(files[4].name, "specifications.csv");
  EXPECT_EQ(files[4].text,
            "cell,specification,severity,when,explains,verdict,falsifiers,text\r\n"
            "0,invariant,critical,finally,,counterexample,2,\r\n"
            "0,lost,minor,after 3,invariant,counterexample,1,\"a \"\"file\"\", lost\n<b>\"\r\n"
            "0,dull,info,always,lost,vacuous,0,\r\n");
}

TEST(Csv, QuotesWhatWouldBreakARow) {
  RunRecord run = sample_run();
  run.cells[0].reason = "a \"b\", c\r\nd";
  EXPECT_THAT(to_csv(run, {0})[0].text, HasSubstr(",\"a \"\"b\"\", c\r\nd\","));
}

}  // namespace
}  // namespace ldfi::results
