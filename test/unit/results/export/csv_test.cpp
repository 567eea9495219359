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

TEST(Csv, QuotesWhatWouldBreakARow) {
  RunRecord run = sample_run();
  run.cells[0].reason = "a \"b\", c\r\nd";
  EXPECT_THAT(to_csv(run, {0})[0].text, HasSubstr(",\"a \"\"b\"\", c\r\nd\","));
}

}  // namespace
}  // namespace ldfi::results
