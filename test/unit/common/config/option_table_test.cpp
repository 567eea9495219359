#include "common/config/option_table.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
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
#include "common/faults/fault_weights.hpp"

namespace ldfi::config {
namespace {

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
  // config_path and config_text are no options; --quiet and --verbose share a field, and so do --max-faults
  // and --max-failures. --sweep-seed, --workload-seed, --delay-behind, their axes,
  // --operations, --sandbox and --network, of real systems alone, set none.
  EXPECT_EQ(option_table().size(), member_count<Options>() - 2 + 10);
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

Lines paths(const std::string& pattern) {
  return {R"("type": "array")", R"("minItems": 1)",
          fmt::format(R"("items": {{"type": "string", "pattern": "{}"}})", pattern)};
}

/// The values from..to/step; `low` and `high` are what else JSON Schema says of them.
std::string range_schema(const std::string& low, const std::string& high) {
  const auto member = [&](const char* name, const std::string& least, const char* meaning) {
    return fmt::format(R"("{}": {{"type": "integer", "minimum": {}{}, "description": "{}"}})", name,
                       least, high.empty() ? "" : ", \"maximum\": " + high, meaning);
  };
  return fmt::format(
      R"({{"type": "object", "additionalProperties": false, "required": ["from", "to"], "properties": {{{}, {}, {}}}}})",
      member("from", low, "the first value"),
      member("to", low, "the last value, if steps lead to it"),
      member("step", "1", "the difference of neighbours; otherwise 1"));
}

Lines axis_schema(const OptionRow& row) {
  const std::string tick =
      fmt::format(R"({{"type": "integer", "minimum": {}, "maximum": {}}})", row.low, row.high);
  const std::string range = range_schema(fmt::format("{}", row.low), fmt::format("{}", row.high));
  return {fmt::format(
      R"("oneOf": [{0}, {1}, {{"type": "array", "minItems": 1, "items": {{"oneOf": [{0}, {1}]}}}}])",
      tick, range)};
}

Lines integer_schema(const OptionRow& row) {
  Lines out{R"("type": "integer")", fmt::format("\"minimum\": {}", row.low)};
  if (row.high != std::numeric_limits<std::uint64_t>::max()) {
    out.push_back(fmt::format("\"maximum\": {}", row.high));
  }
  return out;
}

Lines span_schema(const OptionRow& row) {
  const std::string one =
      fmt::format(R"({{"type": "integer", "minimum": {}, "maximum": {}}})", row.low, row.high);
  return {fmt::format(
      R"("oneOf": [{0}, {{"type": "array", "minItems": 2, "maxItems": 2, "items": {0}}}])", one)};
}

Lines groups_schema(bool may_have_names) {
  const char* group =
      R"({"type": "array", "minItems": 1, "items": {"type": "string", "minLength": 1}})";
  if (!may_have_names) {
    return {R"("type": "array")", R"("minItems": 1)", fmt::format("\"items\": {}", group)};
  }
  return {fmt::format(
      R"("oneOf": [{{"type": "array", "minItems": 1, "items": {0}}}, {{"type": "object", "minProperties": 1, "additionalProperties": {0}}}])",
      group)};
}

std::string param_axis_schema() {
  const char* value = R"("type": ["integer", "string"])";
  const std::string range = range_schema("0", "");
  return fmt::format(
      R"("oneOf": [{{{0}}}, {{"type": "array", "minItems": 1, "items": {{"oneOf": [{{{0}}}, {1}]}}}}, {1}])",
      value, range);
}

Lines map_of(Kind kind) {
  if (kind == Kind::weights) {
    std::vector<std::string> kinds;
    for (const FaultWeights::Entry& entry : FaultWeights::entries()) {
      kinds.push_back(in_quotes(entry.name));
    }
    return {
        R"("type": "object")", R"("minProperties": 1)",
        fmt::format(R"("propertyNames": {{"enum": [{}]}})", fmt::join(kinds, ", ")),
        fmt::format(R"("additionalProperties": {{"type": "number", "minimum": 0, "maximum": {}}})",
                    show_weight(FaultWeights::most))};
  }
  const std::string values = kind == Kind::params ? R"("type": ["integer", "string"])"
                             : kind == Kind::param_axes
                                 ? param_axis_schema()
                                 : R"("type": "integer", "minimum": 2, "maximum": 63)";
  return {R"("type": "object")", fmt::format("\"additionalProperties\": {{{}}}", values)};
}

void add_default(const OptionRow& row, Lines& lines) {
  const std::string value = row.show(Options{});
  if (value.empty()) return;
  const bool plain = row.kind == Kind::integer || row.kind == Kind::toggle;
  lines.push_back("\"default\": " + (plain ? value : in_quotes(value)));
}

/// What the table says an option of a config may be.
std::string schema_of(const OptionRow& row) {
  Lines s;
  switch (row.kind) {
    case Kind::integer:
      s = integer_schema(row);
      break;
    case Kind::axis:
      s = axis_schema(row);
      break;
    case Kind::span:
      s = span_schema(row);
      break;
    case Kind::names:
    case Kind::texts:
      s = {R"("type": "array")", R"("minItems": 1)", R"("uniqueItems": true)",
           R"("items": {"type": "string", "minLength": 1})"};
      break;
    case Kind::programs:
    case Kind::specifications:
    case Kind::folders:
      s = paths(row.kind == Kind::programs         ? "^[^/].*\\\\.ded$"
                : row.kind == Kind::specifications ? "^[^/].*\\\\.spec$"
                                                   : "^[^/]");
      break;
    case Kind::params:
    case Kind::param_axes:
    case Kind::columns:
    case Kind::weights:
      s = map_of(row.kind);
      break;
    case Kind::choice:
      s = {fmt::format("\"enum\": [\"{}\"]", fmt::join(row.choices, "\", \""))};
      break;
    case Kind::duration:
    case Kind::bytes:
    case Kind::percent:
      s = {R"("type": ["string", "number"])"};
      break;
    case Kind::amount:
      s = {R"("oneOf": [{"enum": ["all", "none"]}, {"type": "integer", "minimum": 0}])"};
      break;
    case Kind::groups:
    case Kind::sets:
      s = groups_schema(row.kind == Kind::sets);
      break;
    case Kind::results:
      s = {R"("type": "string")", R"("pattern": "^[^/]")"};
      break;
    case Kind::toggle:
      s = {R"("type": "boolean")"};
      break;
    case Kind::text:
    case Kind::relation:
      s = {R"("type": "string")"};
      break;
  }
  add_default(row, s);
  s.push_back("\"description\": " + in_quotes(row.help));
  return object(s);
}

/// The options that are keys of a map beside `most`, the value of the option itself.
std::vector<std::pair<std::string, const OptionRow*>> details_of(const OptionRow& row) {
  std::vector<std::pair<std::string, const OptionRow*>> out;
  for (const OptionRow& other : option_table()) {
    const std::string prefix = std::string(row.yaml) + ".";
    if (other.yaml.starts_with(prefix)) out.emplace_back(other.yaml.substr(prefix.size()), &other);
  }
  if (row.yaml == "fspec.crashes") out.emplace_back("nodes", &option("crashable"));
  return out;
}

std::string member_of_schema(const OptionRow& row) {
  const auto details = details_of(row);
  if (details.empty()) return schema_of(row);
  Lines keys{"\"most\": " + schema_of(row)};
  if (row.yaml == "fspec.duplicates") {
    keys.push_back("\"max\": " +
                   object({R"("type": "integer")", R"("minimum": 0)", R"("maximum": 1000000)",
                           R"("description": "the same as most")"}));
  }
  for (const auto& [key, detail] : details)
    keys.push_back(in_quotes(key) + ": " + schema_of(*detail));
  const std::string map = object({R"("type": "object")", R"("additionalProperties": false)",
                                  "\"properties\": " + object(keys)});
  return object({"\"anyOf\": [" + schema_of(row) + ", " + map + "]"});
}

/// What a section is about, which no option says.
std::string section_description(const std::string& name) {
  static const std::map<std::string, std::string, std::less<>> meanings{
      {"fspec",
       "the failure specification: how long the program runs, and which faults there may be"},
      {"fspec.delays", "how late messages may arrive"},
      {"fspec.disk", "faults of disks: what stable and buffered relations may lose"},
      {"invariant", "the relations that say what is promised, and what must hold then"},
      {"search", "how fault sets are chosen, and when the search ends"},
      {"limits", "budgets: the search ends in order when one runs out"},
      {"sweep", "search many Fspecs: a grid of the values given here, or else the published sweep"},
  };
  const auto found = meanings.find(name);
  return "\"description\": " + in_quotes(found == meanings.end() ? "" : found->second);
}

/// The map of the options that begin with `prefix`, where no option is called so.
std::string section_of_schema(const std::string& prefix) {
  Lines keys;
  for (const OptionRow& row : option_table()) {
    if (!row.yaml.starts_with(prefix)) continue;
    keys.push_back(in_quotes(row.yaml.substr(prefix.size())) + ": " + schema_of(row));
  }
  return object({R"("type": "object")", R"("additionalProperties": false)",
                 section_description(prefix.substr(0, prefix.size() - 1)),
                 "\"properties\": " + object(keys)});
}

/// The form of configs that have programs.
std::string form_of_programs() {
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
    const auto key = row.yaml.substr(dot + 1);
    if (const auto end = key.find('.'); end != std::string_view::npos) {
      const std::string prefix(row.yaml.substr(0, dot + 1 + end));
      const bool detail = std::any_of(option_table().begin(), option_table().end(),
                                      [&](const OptionRow& other) { return other.yaml == prefix; });
      const std::string member =
          in_quotes(key.substr(0, end)) + ": " + section_of_schema(prefix + ".");
      const bool told = !it->second.empty() && it->second.back() == member;
      if (!detail && !told) it->second.push_back(member);  // else see details_of()
      continue;
    }
    it->second.push_back(in_quotes(key) + ": " + member_of_schema(row));
  }
  for (const auto& [name, members] : sections) {
    top.push_back(in_quotes(name) + ": " +
                  object({R"("type": "object")", R"("additionalProperties": false)",
                          section_description(name), "\"properties\": " + object(members)}));
  }
  return object({R"("title": "programs")", R"("type": "object")", R"("required": ["program"])",
                 R"("additionalProperties": false)", "\"properties\": " + object(top)});
}

/// The form of real systems stays as it stands there: test/docs/check_complete.py knows what is right.
std::string expected_schema(const std::string& now) {
  std::string out = R"({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "ldfi-farm config",
  "description": "Programs: made from the table of options by unit_config, with LDFI_UPDATE_GOLDENS=1. Real systems: kept by hand, and compared with the program by docs_complete.",
  "oneOf": [)";
  std::istringstream lines(form_of_programs());
  for (std::string line; std::getline(lines, line);) out += "\n    " + line;
  const std::size_t systems = now.find(",\n    {\n      \"title\": \"a real system\"");
  return systems == std::string::npos ? out : out + now.substr(systems);
}

TEST(ConfigSchema, EqualsTheTable) {
  const std::string path = std::string(LDFI_SOURCE_DIR) + "/configs/schema.json";
  const auto read = [&path] {
    std::ifstream in(path);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  };
  const std::string expected = expected_schema(read());
  if (std::getenv("LDFI_UPDATE_GOLDENS") != nullptr) std::ofstream(path) << expected;
  EXPECT_EQ(read(), expected);
}

}  // namespace
}  // namespace ldfi::config
