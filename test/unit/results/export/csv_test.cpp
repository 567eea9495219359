#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "results/export/files.hpp"
#include "test/unit/results/golden.hpp"
#include "test/unit/results/sample_run.hpp"

namespace ldfi::results {
namespace {

using ::testing::HasSubstr;

TEST(Csv, Golden) {
  std::string all;
  for (const ExportFile& file : to_csv(sample_run(), {0, 1})) all += file.name + "\n" + file.text;
  expect_golden("export/sample.csv", all);
}

TEST(Csv, QuotesWhatWouldBreakARow) {
  RunRecord run = sample_run();
  run.cells[0].reason = "a \"b\", c\r\nd";
  EXPECT_THAT(to_csv(run, {0})[0].text, HasSubstr(",\"a \"\"b\"\", c\r\nd\","));
}

}  // namespace
}  // namespace ldfi::results
