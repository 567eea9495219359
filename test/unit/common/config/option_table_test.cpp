#include "common/config/option_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "common/base/contract.hpp"
#include "common/config/option_value.hpp"

namespace ldfi::config {
namespace {

/// Converts to any type. With it, the members of an aggregate can be counted.
struct AnyValue {
  template <class T>
  operator T() const;  // NOLINT: implicit on purpose
};

template <class T, std::size_t... I>
constexpr bool takes(std::index_sequence<I...> /*members*/) {
  return requires {
    T{(static_cast<void>(I), AnyValue{})...};
  };
}

template <class T, std::size_t N = 1>
constexpr std::size_t member_count() {
  if constexpr (takes<T>(std::make_index_sequence<N + 1>{})) {
    return member_count<T, N + 1>();
  } else {
    return N;
  }
}

TEST(OptionTable, HasARowForEachFieldOfOptions) {
  // config_path and config_text are not options. --quiet and --verbose share a field, and so do --max-faults
  // and --max-failures. Two fields have a row for each kind of fault and for each budget. Options of real
  // systems whose keys are read by read_system_options() have no field.
  const auto fields = std::ranges::count_if(
      option_table(), [](const OptionRow& row) { return row.value != nullptr; });
  EXPECT_EQ(static_cast<std::size_t>(fields),
            member_count<Options>() - 2 + 2 + (kind_count - 1) + (Budgets::count - 1));
  for (const OptionRow& row : option_table()) {
    EXPECT_TRUE(row.value != nullptr || row.applies_to == AppliesTo::system) << row.name;
  }
}

TEST(OptionTable, HasUniqueNamesFlagsAndKeys) {
  std::set<std::string> names{"help", "version"};
  std::set<char> flags{'h'};
  std::set<std::string> keys;
  for (const OptionRow& row : option_table()) {
    EXPECT_TRUE(names.insert(std::string(row.name)).second) << row.name;
    EXPECT_TRUE(row.flag == '\0' || flags.insert(row.flag).second) << row.name;
    EXPECT_TRUE(row.yaml.empty() || keys.insert(std::string(row.yaml)).second) << row.name;
    EXPECT_FALSE(row.help.empty()) << row.name;
    EXPECT_EQ(row.kind == Kind::choice, !row.choices.empty()) << row.name;
    EXPECT_EQ(row.kind == Kind::toggle, row.value_name.empty()) << row.name;
  }
}

TEST(OptionTable, SetsTheNumberAndTheAxisOfEachKindOfFault) {
  each_kind([]<class FaultKind>(FaultKind*) {
    const OptionRow& row = option(FaultKind::option);
    EXPECT_EQ(row.yaml, FaultKind::number.key);
    EXPECT_EQ(row.help, FaultKind::number.help);
    Options options;
    row.assign(options, std::uint64_t{3});
    KindNumbers expected;
    expected.of<FaultKind>() = 3;
    EXPECT_EQ(options.most, expected) << row.name;
    EXPECT_EQ(row.show(options), "3");
  });
  each_axis([]<class FaultKind>(FaultKind*) {
    const std::string name = axis_name(Budgets::of_kind<FaultKind>);
    Options options;
    option(name).assign(options, std::vector<int>{1, 2});
    for (const Budgets::Entry& budget : Budgets::entries()) {
      const bool own = budget == Budgets::of_kind<FaultKind>;
      EXPECT_EQ(options.sweep_numbers.at(budget.index).size(), own ? 2U : 0U) << name;
    }
  });
}

TEST(OptionTable, ReadsBackWhatItShows) {
  for (const OptionRow& row : option_table()) {
    const std::string shown = row.show(Options{});
    if (shown.empty() || row.kind == Kind::toggle) continue;
    const auto value = read_value(row, shown);
    ASSERT_TRUE(std::holds_alternative<Value>(value)) << row.name;
    Options options;
    row.assign(options, std::get<Value>(value));
    EXPECT_EQ(row.show(options), shown) << row.name;
  }
}

TEST(OptionTable, KnowsItsRowsByName) {
  EXPECT_EQ(option("eot").flag, 't');
  EXPECT_THROW(option("zebra"), InternalError);
}

TEST(EffectiveOptions, ListEveryOption) {
  Options options;
  options.eot = 6;
  options.nodes = {"a", "b"};
  options.time_limit_s = 120;
  options.memory_limit_bytes = std::uint64_t{4} << 30U;
  options.verbosity = Verbosity::quiet;
  const auto list = effective_options(options);
  EXPECT_EQ(list.size(), option_table().size());
  const std::map<std::string, std::string> byname(list.begin(), list.end());
  EXPECT_EQ(byname.at("eot"), "6");
  EXPECT_EQ(byname.at("eff"), "");
  EXPECT_EQ(byname.at("nodes"), "a,b");
  EXPECT_EQ(byname.at("time-limit"), "120s");
  EXPECT_EQ(byname.at("memory-limit"), "4G");
  EXPECT_EQ(byname.at("strategy"), "lineage");
  EXPECT_EQ(byname.at("quiet"), "true");
  EXPECT_EQ(byname.at("verbose"), "false");
}

}  // namespace
}  // namespace ldfi::config
