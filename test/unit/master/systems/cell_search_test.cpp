#include "master/systems/cell_search.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace ldfi::app {
namespace {

constexpr std::int64_t ms = 1'000'000;

/// Compares the plan of a config with the plan of a stored counterexample (case) of this config.
class PlanOfCase : public ::testing::Test {
 protected:
  std::optional<systems::Plan> plan_of(const std::string& sandbox, const std::string& config) {
    options_.config_path = "c.yaml";
    options_.config_text =
        "system: {kind: nodes, command: [/bin/true], nodes: 1, time: virtual, sandbox: " + sandbox +
        "}\nworkload: {kind: echo, operations: 1}\n"
        "fspec: {eot: 200ms, omissions: none}\n";
    std::vector<Diagnostic> problems;
    config::ConfigFile file =
        config::read_config(options_.config_text, options_.config_path, FileId(0), problems);
    EXPECT_TRUE(file.system && problems.empty());
    results::TestCase one;
    one.config = config;
    return plan_of_case(one, *file.system, options_, wrong_);
  }

  config::Options options_;
  std::string wrong_;
};

TEST_F(PlanOfCase, TakesTheValuesOfTheCase) {
  const auto plan = plan_of("require", "c.yaml --eot=300ms");
  ASSERT_TRUE(plan) << wrong_;
  EXPECT_EQ(plan->eot, 300 * ms);
  EXPECT_EQ(plan->sandbox, systems::Sandbox::require);
}

TEST_F(PlanOfCase, ACaseDoesNotWeakenARequiredSandbox) {
  const auto plan = plan_of("require", "c.yaml --sandbox=auto --network=none --eot=300ms");
  ASSERT_TRUE(plan) << wrong_;
  EXPECT_EQ(plan->eot, 300 * ms);
  EXPECT_EQ(plan->sandbox, systems::Sandbox::require);
}

TEST_F(PlanOfCase, RefusesACaseOfAWeakerSandbox) {
  EXPECT_FALSE(plan_of("auto", "c.yaml --sandbox=off"));
  EXPECT_THAT(wrong_, testing::HasSubstr("write --sandbox off on the command line"));
  EXPECT_FALSE(plan_of("auto", "c.yaml --network=host"));
  EXPECT_THAT(wrong_, testing::HasSubstr("write --network host on the command line"));
}

}  // namespace
}  // namespace ldfi::app
