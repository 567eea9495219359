#include "common/config/value_schema.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "common/config/system_config.hpp"
#include "common/faults/fault_weights.hpp"

namespace ldfi::config {
namespace {

constexpr const char* time_pattern = "^(0|[1-9][0-9]*)(s|ms|us|ns)$";
constexpr const char* step_pattern = "^[1-9][0-9]*(s|ms|us|ns)$";

Schema integers(std::uint64_t low, std::uint64_t high) {
  Schema out{{"type", "integer"}, {"minimum", low}};
  if (high != std::numeric_limits<std::uint64_t>::max()) out["maximum"] = high;
  return out;
}

Schema strings(const std::string& pattern) {
  return {{"type", "string"}, {"pattern", pattern}};
}

Schema some_string() {
  return {{"type", "string"}, {"minLength", 1}};
}

Schema list_of(const Schema& items, std::size_t least = 1) {
  Schema out{{"type", "array"}};
  if (least > 0) out["minItems"] = least;
  out["items"] = items;
  return out;
}

Schema different(Schema list) {
  list["uniqueItems"] = true;
  return list;
}

Schema one_of(const std::vector<Schema>& forms) {
  return {{"oneOf", forms}};
}

Schema described(Schema schema, const std::string& description) {
  schema["description"] = description;
  return schema;
}

Schema map_with(const Schema& properties, const std::vector<std::string>& required) {
  return {{"type", "object"},
          {"additionalProperties", false},
          {"required", required},
          {"properties", properties}};
}

/// Returns the schema of a range {from, to, step}. `needs_step` is true for times.
Schema range(const Schema& value, const Schema& step, bool needs_step) {
  std::vector<std::string> required{"from", "to"};
  if (needs_step) required.emplace_back("step");
  const std::string otherwise = needs_step ? "" : "; otherwise 1";
  return map_with({{"from", described(value, "the first value")},
                   {"to", described(value, "the last value, if steps lead to it")},
                   {"step", described(step, "the difference of neighbours" + otherwise)}},
                  required);
}

/// Returns the forms of an axis: one value, a range of values, or a list of both.
std::vector<Schema> axis(std::vector<Schema> values, const Schema& range_of_values) {
  values.push_back(range_of_values);
  const Schema list = list_of(one_of(values));
  values.push_back(list);
  return values;
}

Schema words_all_or_none() {
  return {{"enum", {"all", "none"}}};
}

std::vector<Schema> axis_of(const OptionRow& row) {
  if (row.kind == Kind::time_axis) {
    return axis({strings(time_pattern)}, range(strings(time_pattern), strings(step_pattern), true));
  }
  const Schema number = integers(row.low, row.high);
  const Schema numbers = range(number, integers(1, row.high), false);
  if (row.kind == Kind::amount_axis) return axis({words_all_or_none(), number}, numbers);
  return axis({number}, numbers);
}

Schema choice(const OptionRow& row) {
  return {{"enum",
           std::vector<std::string>(row.choices.begin(),
                                    row.choices.end() - static_cast<std::ptrdiff_t>(row.refused))}};
}

std::vector<Schema> span(const OptionRow& row) {
  const Schema one = integers(row.low, row.high);
  Schema both = list_of(one, 2);
  both["maxItems"] = 2;
  return {one, both};
}

std::vector<Schema> groups(const OptionRow& row) {
  const Schema group = list_of(some_string());
  if (row.kind == Kind::groups) return {list_of(group)};
  const Schema named{{"type", "object"}, {"minProperties", 1}, {"additionalProperties", group}};
  return {list_of(group), named};
}

Schema weights(const OptionRow& row) {
  std::vector<std::string> kinds = row.choices;
  if (kinds.empty()) kinds.assign(kind_names.begin(), kind_names.end());
  constexpr std::uint64_t unit = 1'000'000;  // weights are written with six decimals
  return {{"type", "object"},
          {"minProperties", 1},
          {"propertyNames", {{"enum", kinds}}},
          {"additionalProperties",
           {{"type", "number"}, {"minimum", 0}, {"maximum", FaultWeights::most / unit}}}};
}

Schema map_of_constants(const Schema& value) {
  return {{"type", "object"}, {"additionalProperties", value}};
}

std::vector<Schema> constants(const OptionRow& row) {
  constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
  const Schema value{{"type", {"integer", "string"}}};
  if (row.kind == Kind::columns) return {map_of_constants(integers(2, 63))};
  if (row.kind == Kind::params) return {map_of_constants(value)};
  return {map_of_constants(
      one_of(axis({value}, range(integers(0, unlimited), integers(1, unlimited), false))))};
}

Schema words(const OptionRow& row) {
  const Schema scalar{{"type", {"string", "number", "boolean"}}};
  return list_of(row.choices.empty() ? scalar : choice(row), row.low);
}

Schema percentage() {
  return {{"type", {"string", "integer"}},
          {"pattern", "^([0-9]{1,2}(\\.[0-9]{1,4})?|100(\\.0{1,4})?)%$"},
          {"minimum", 0},
          {"maximum", 0}};
}

std::vector<Schema> count(const OptionRow& row) {
  return {described(integers(row.low, row.high), "how many there are: n0, n1 and so on"),
          described(different(list_of(some_string())), "their names")};
}

std::vector<Schema> operation_numbers(const OptionRow& row) {
  const Schema number = integers(row.low, row.high);
  return {number, strings("^(none|[0-9]+([.][.][0-9]+)?(,[0-9]+([.][.][0-9]+)?)*)$"),
          list_of(number)};
}

Schema message() {
  return {{"type", "object"},
          {"required", {"type"}},
          {"properties", {{"type", {{"type", "string"}, {"description", "the request"}}}}}};
}

/// Returns the forms of a value that is one word or number.
std::vector<Schema> scalar_forms(const OptionRow& row) {
  switch (row.kind) {
    case Kind::toggle:
      return {{{"type", "boolean"}}};
    case Kind::integer:
      return {integers(row.low, row.high)};
    case Kind::choice:
      return {choice(row)};
    case Kind::results:
      return {strings("^[^/]")};
    case Kind::duration:
    case Kind::bytes:
      return {{{"type", {"string", "number"}}}};
    case Kind::amount:
      return {words_all_or_none(), integers(row.low, row.high)};
    case Kind::percent:
      return {percentage()};
    case Kind::time:
      return {strings(time_pattern)};
    case Kind::client:
      return {strings("^c[0-9]+$")};
    case Kind::nothing:
      return {{{"enum", {0}}}};
    default:
      return {some_string()};
  }
}

}  // namespace

std::vector<Schema> value_forms(const OptionRow& row) {
  switch (row.kind) {
    case Kind::names:
    case Kind::texts:
      return {different(list_of(some_string()))};
    case Kind::axis:
    case Kind::time_axis:
    case Kind::amount_axis:
      return axis_of(row);
    case Kind::programs:
      return {list_of(strings("^[^/].*\\.ded$"))};
    case Kind::specifications:
      return {list_of(strings("^[^/].*\\.spec$"))};
    case Kind::folders:
      return {list_of(strings("^[^/]"))};
    case Kind::span:
      return span(row);
    case Kind::groups:
    case Kind::sets:
      return groups(row);
    case Kind::params:
    case Kind::param_axes:
    case Kind::columns:
      return constants(row);
    case Kind::weights:
      return {weights(row)};
    case Kind::times:
      return {list_of(strings(time_pattern))};
    case Kind::words:
      return {words(row)};
    case Kind::count:
      return count(row);
    case Kind::operations:
      return operation_numbers(row);
    case Kind::message:
      return {message()};
    case Kind::section:
    case Kind::entries:
    case Kind::reserved:
      return {};
    default:
      return scalar_forms(row);
  }
}

Schema value_schema(const OptionRow& row, std::vector<Schema> forms) {
  Schema out = forms.size() == 1 ? forms.front() : Schema{{"anyOf", forms}};
  std::string value(row.fallback);
  if (value.empty() && !row.required) value = row.show(SystemConfig{});
  const bool plain = row.kind == Kind::integer || row.kind == Kind::toggle;
  if (!value.empty()) out["default"] = plain ? Schema::parse(value) : Schema(value);
  out["description"] = std::string(row.help);
  return out;
}

}  // namespace ldfi::config
