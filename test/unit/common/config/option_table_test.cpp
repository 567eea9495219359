#include "common/config/option_table.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <sstream>

#include "common/base/contract.hpp"
#include "common/config/axis.hpp"
#include "common/config/option_value.hpp"

namespace ldfi::config {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Initializes a member of any type: counts an aggregate's members.
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
  // config_path and config_text are no options; --quiet and --verbose share a field.
  EXPECT_EQ(option_table().size(), member_count<Options>() - 2 + 1);
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
    EXPECT_EQ(row.kind == Kind::toggle, row.placeholder.empty()) << row.name;
  }
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

/// The value, or the refusal's message.
template <class T>
std::string read_as(std::string_view name, std::string_view text) {
  const auto result = read_value(option(name), text);
  if (const auto* refusal = std::get_if<Refusal>(&result)) return refusal->message;
  const T value = std::get<T>(std::get<Value>(result));
  if constexpr (std::is_same_v<T, std::string>) {
    return value;
  } else {
    return fmt::format("{}", value);
  }
}

TEST(ReadValue, ReadsIntegers) {
  const auto read = [](std::string_view text) { return read_as<std::uint64_t>("eot", text); };
  EXPECT_EQ(read("1"), "1");
  EXPECT_EQ(read("1000000"), "1000000");
  EXPECT_EQ(read_as<std::uint64_t>("seed", "18446744073709551615"), "18446744073709551615");
  EXPECT_EQ(read_as<std::uint64_t>("seed", "0"), "0");
  EXPECT_THAT(read("00"), HasSubstr("leading zero"));
  EXPECT_THAT(read("0"), HasSubstr("out of range: it must be 1..1000000"));
  EXPECT_THAT(read("-5"), HasSubstr("-5 is out of range"));
  EXPECT_THAT(read("1000001"), HasSubstr("out of range"));
  EXPECT_THAT(read("99999999999999999999999"), HasSubstr("out of range"));
  for (const char* bad : {"x", "1.0", "1e3", "+1", " 1", "1 ", "0x1", "1_000", "--1", "-"}) {
    EXPECT_THAT(read(bad), HasSubstr("expected an integer")) << bad;
  }
  EXPECT_EQ(read(""), "the value is empty");
  EXPECT_EQ(read(std::string_view("1\0", 2)), "a NUL byte cannot stand here");
}

TEST(ReadValue, ReadsDurations) {
  const auto read = [](std::string_view text) { return read_as<double>("time-limit", text); };
  EXPECT_EQ(read("90"), "90");
  EXPECT_EQ(read("120s"), "120");
  EXPECT_EQ(read("2m"), "120");
  EXPECT_EQ(read("1.5h"), "5400");
  EXPECT_EQ(read("500ms"), "0.5");
  EXPECT_EQ(read(".5"), "0.5");
  for (const char* bad : {"s", "1d", "1 s", "-1s", "1s2", "1..2", "nan", "inf", "1e3", "1S", "."}) {
    EXPECT_THAT(read(bad), HasSubstr("expected a time")) << bad;
  }
  for (const char* bad : {"0", "0.0s", "999999999h"}) {
    EXPECT_THAT(read(bad), HasSubstr("out of range")) << bad;
  }
}

TEST(ReadValue, ReadsSizesInPowersOf1024) {
  const auto read = [](std::string_view text) {
    return read_as<std::uint64_t>("memory-limit", text);
  };
  EXPECT_EQ(read("4G"), "4294967296");
  EXPECT_EQ(read("4GiB"), "4294967296");
  EXPECT_EQ(read("4Gi"), "4294967296");
  EXPECT_EQ(read("4GB"), "4294967296");
  EXPECT_EQ(read("1.5M"), "1572864");
  EXPECT_EQ(read("2048k"), "2097152");
  EXPECT_EQ(read("1048576"), "1048576");
  EXPECT_EQ(read("1048576B"), "1048576");
  for (const char* bad : {"G", "4Q", "4GG", "4Gx", "-4G", "4 G", "0x4G"}) {
    EXPECT_THAT(read(bad), HasSubstr("expected a size")) << bad;
  }
  EXPECT_THAT(read("1"), HasSubstr("out of range: it must be 1M..1E"));
  EXPECT_THAT(read("99999999999999999999999E"), HasSubstr("out of range"));
}

TEST(ReadValue, ReadsChoicesAndRelations) {
  EXPECT_EQ(read_as<std::uint64_t>("strategy", "exhaustive"), "3");
  EXPECT_THAT(read_as<std::uint64_t>("strategy", "guess"),
              HasSubstr("expected lineage or molly or random or exhaustive, not \"guess\""));
  EXPECT_EQ(read_as<std::string>("pre", "pre_2"), "pre_2");
  EXPECT_THAT(read_as<std::string>("pre", "pre-2"), HasSubstr("expected a relation's name"));
  EXPECT_LT(read_as<std::string>("pre", std::string(500, '(')).size(), 130U);
}

TEST(ReadValue, ReadsAxes) {
  const auto read = [](std::string_view text) -> std::string {
    const auto result = read_value(option("sweep-eot"), text);
    if (const auto* refusal = std::get_if<Refusal>(&result)) return refusal->message;
    const auto& values = std::get<std::vector<int>>(std::get<Value>(result));
    return fmt::format("{} ({})", fmt::join(values, " "), show_axis(values));
  };
  EXPECT_EQ(read("6"), "6 (6)");
  EXPECT_EQ(read("9, 4..6,20..30/5"), "4 5 6 9 20 25 30 (4..6,9,20..30/5)");
  EXPECT_EQ(read("1..6/3"), "1 4 (1,4)");
  EXPECT_EQ(read("7,5"), "5 7 (5,7)");
  EXPECT_THAT(read("6..4"), HasSubstr("the range from 6 to 4 is empty"));
  EXPECT_THAT(read("4..6,5"), HasSubstr("5 is given twice"));
  EXPECT_THAT(read("0"), HasSubstr("out of range: it must be 1..1000000"));
  EXPECT_THAT(read("1..1000001"), HasSubstr("out of range"));
  EXPECT_THAT(read("1..6/0"), HasSubstr("out of range"));
  EXPECT_THAT(read("1..100000"), HasSubstr("more than 10000 values are too many"));
  for (const char* bad : {"x", "1..", "..4", "1.4", "1...4", "4,", "1..6/", "1-4", "1..4..6"}) {
    EXPECT_THAT(read(bad), ::testing::AnyOf(HasSubstr("expected an integer"), HasSubstr("empty")))
        << bad;
  }
}

TEST(Brief, NeverCutsACharacterInTwo) {
  EXPECT_EQ(brief("short"), "short");
  EXPECT_EQ(brief(std::string(79, 'x') + "\xc3\xb6\xc3\xb6"), std::string(79, 'x') + "…");
}

TEST(ShowBytes, IsExact) {
  EXPECT_EQ(show_bytes(0), "0");
  EXPECT_EQ(show_bytes(1000), "1000");
  EXPECT_EQ(show_bytes(1024), "1K");
  EXPECT_EQ(show_bytes((std::uint64_t{1} << 32U) + 1), "4294967297");
  EXPECT_EQ(show_bytes(std::uint64_t{1} << 63U), "8E");
}

TEST(SplitNames, TrimsAndKeepsEmptyOnes) {
  EXPECT_THAT(split_names("a, b ,c"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(split_names(""), ElementsAre(""));
  EXPECT_THAT(split_names("a,,b,"), ElementsAre("a", "", "b", ""));
}

// The schema as text: objects are lists of lines, indented where they are put.
using Lines = std::vector<std::string>;

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (char c : text) out += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  return out + "\"";
}

std::string object(const Lines& members) {
  std::string out = "{";
  for (std::size_t i = 0; i < members.size(); ++i) {
    std::istringstream lines(members[i]);
    for (std::string line; std::getline(lines, line);) out += "\n  " + line;
    if (i + 1 < members.size()) out += ",";
  }
  return out + "\n}";
}

/// What the table says an option of a config may be.
std::string schema_of(const OptionRow& row) {
  Lines s;
  switch (row.kind) {
    case Kind::integer:
      s = {R"("type": "integer")", fmt::format("\"minimum\": {}", row.low)};
      if (row.high != std::numeric_limits<std::uint64_t>::max()) {
        s.push_back(fmt::format("\"maximum\": {}", row.high));
      }
      break;
    case Kind::axis: {
      const std::string tick =
          fmt::format(R"({{"type": "integer", "minimum": {}, "maximum": {}}})", row.low, row.high);
      const std::string range = fmt::format(
          R"({{"type": "object", "additionalProperties": false, "required": ["from", "to"], "properties": {{"from": {0}, "to": {0}, "step": {{"type": "integer", "minimum": 1, "maximum": {1}}}}}}})",
          tick, row.high);
      s = {fmt::format(
          R"("oneOf": [{0}, {1}, {{"type": "array", "minItems": 1, "items": {{"oneOf": [{0}, {1}]}}}}])",
          tick, range)};
      break;
    }
    case Kind::names:
      s = {R"("type": "array")", R"("minItems": 1)", R"("uniqueItems": true)",
           R"("items": {"type": "string", "minLength": 1})"};
      break;
    case Kind::programs:
      s = {R"("type": "array")", R"("minItems": 1)",
           R"("items": {"type": "string", "pattern": "^[^/].*\\.ded$"})"};
      break;
    case Kind::folders:
      s = {R"("type": "array")", R"("minItems": 1)",
           R"("items": {"type": "string", "pattern": "^[^/]"})"};
      break;
    case Kind::choice:
      s = {fmt::format("\"enum\": [\"{}\"]", fmt::join(row.choices, "\", \""))};
      break;
    case Kind::duration:
    case Kind::bytes:
      s = {R"("type": ["string", "number"])"};
      break;
    case Kind::results:
      s = {R"("type": "string")", R"("pattern": "^[^/]")"};
      break;
    case Kind::text:
    case Kind::relation:
    case Kind::toggle:
      s = {R"("type": "string")"};
      break;
  }
  const std::string value = row.show(Options{});
  if (!value.empty()) {
    s.push_back("\"default\": " + (row.kind == Kind::integer ? value : in_quotes(value)));
  }
  s.push_back("\"description\": " + in_quotes(row.help));
  return object(s);
}

std::string expected_schema() {
  std::vector<std::pair<std::string, Lines>> sections;
  Lines top;
  for (const OptionRow& row : option_table()) {
    if (row.yaml.empty()) continue;
    const auto dot = row.yaml.find('.');
    if (dot == std::string_view::npos) {
      top.push_back(in_quotes(row.yaml) + ": " + schema_of(row));
      continue;
    }
    const std::string name(row.yaml.substr(0, dot));
    auto it = std::find_if(sections.begin(), sections.end(),
                           [&](const auto& section) { return section.first == name; });
    if (it == sections.end()) it = sections.insert(sections.end(), {name, {}});
    it->second.push_back(in_quotes(row.yaml.substr(dot + 1)) + ": " + schema_of(row));
  }
  for (const auto& [name, members] : sections) {
    top.push_back(in_quotes(name) + ": " +
                  object({R"("type": "object")", R"("additionalProperties": false)",
                          "\"properties\": " + object(members)}));
  }
  return object(
             {R"("$schema": "http://json-schema.org/draft-07/schema#")",
              R"("title": "ldfi-farm config")",
              R"("description": "Made from the table of options by unit_config, with LDFI_UPDATE_GOLDENS=1.")",
              R"("type": "object")", R"("required": ["program"])",
              R"("additionalProperties": false)", "\"properties\": " + object(top)}) +
         "\n";
}

TEST(ConfigSchema, EqualsTheTable) {
  const std::string path = std::string(LDFI_SOURCE_DIR) + "/configs/schema.json";
  if (std::getenv("LDFI_UPDATE_GOLDENS") != nullptr) std::ofstream(path) << expected_schema();
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  EXPECT_EQ(text.str(), expected_schema());
}

}  // namespace
}  // namespace ldfi::config
