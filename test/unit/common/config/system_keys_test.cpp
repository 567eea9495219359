#include "common/config/system_keys.hpp"

#include <gtest/gtest.h>

#include <set>

#include "common/base/contract.hpp"
#include "common/config/system_config.hpp"

namespace ldfi::config {
namespace {

TEST(KeyTable, DescribesEachKeyOnce) {
  std::set<std::pair<bool, std::string_view>> keys;
  for (const OptionRow& row : key_table()) {
    const bool of_program = row.applies_to == AppliesTo::program;
    EXPECT_TRUE(keys.emplace(of_program, row.yaml).second) << row.yaml;
    EXPECT_FALSE(row.help.empty()) << row.yaml;
    EXPECT_EQ(row.name.starts_with("sweep-"), row.yaml.starts_with("sweep.")) << row.yaml;
    if (row.kind == Kind::choice) {
      EXPECT_LT(row.refused, row.choices.size()) << row.yaml;
    }
    EXPECT_LE(row.low, row.high) << row.yaml;
  }
}

TEST(KeyTable, NamesOptionsThatAreForSystemsToo) {
  for (const OptionRow& row : key_table()) {
    if (!row.name.empty()) {
      EXPECT_NE(option(row.name).applies_to, AppliesTo::program) << row.yaml;
    }
  }
}

TEST(SystemKeys, AreFoundByTheirMaps) {
  std::vector<std::string_view> names;
  for (const OptionRow* row : system_keys_in("fspec.delays")) names.push_back(row->yaml);
  EXPECT_EQ(names, (std::vector<std::string_view>{"fspec.delays.values", "fspec.delays.behind",
                                                  "fspec.delays.within", "fspec.delays.count"}));
  EXPECT_EQ(system_keys_in("").front()->yaml, "system");
  EXPECT_TRUE(system_keys_in("fspec.eot").empty());
  EXPECT_EQ(system_key("limits.runs").low, 1U);
  EXPECT_THROW(system_key("limits.zebra"), InternalError);
  EXPECT_EQ(key_path("", "fspec"), "fspec");
  EXPECT_EQ(key_path("fspec", "eot"), "fspec.eot");
  EXPECT_EQ(last_part("fspec.delays.count"), "count");
}

TEST(SystemKeys, StoreAndTellValues) {
  SystemConfig config;
  EXPECT_EQ(system_key("network.latency").show(config), "10ms");
  EXPECT_EQ(system_key("limits.step").show(config), "5s");
  EXPECT_EQ(system_key("search.double_runs").show(config), "5%");
  EXPECT_EQ(system_key("fspec.faults").show(config), "");
  system_key("limits.step").assign(config, std::uint64_t{0});
  EXPECT_EQ(system_key("limits.step").show(config), "1ms");
  system_key("fspec.faults").assign(config, std::uint64_t{3});
  EXPECT_EQ(system_key("fspec.faults").show(config), "3");
  system_key("system.disk").assign(config, std::uint64_t{1});
  EXPECT_EQ(system_key("system.disk").show(config), "volatile");
}

TEST(SystemKeys, OfTheSystemAreNotInOptionsAlone) {
  EXPECT_EQ(system_key("search.double_runs").show(Options{}), "5%");
  EXPECT_THROW((void)system_key("network.latency").show(Options{}), InternalError);
  Options options;
  EXPECT_THROW(system_key("network.latency").assign(options, std::uint64_t{1}), InternalError);
}

}  // namespace
}  // namespace ldfi::config
