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

TEST(Json, IsAsciiWhateverIsNamed) {
  RunRecord run = sample_run();
  run.config_name = "\xff\xe2\x80\xae</script>\n";
  const std::string told = to_json(run, {0});
  for (const char c : told) ASSERT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7f));
}

}  // namespace
}  // namespace ldfi::results
