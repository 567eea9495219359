// Writes the values of options and keys in the form in which read_value() and configs read them.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include "common/base/text.hpp"
#include "common/config/axis.hpp"
#include "common/config/option_value.hpp"
#include "common/config/param.hpp"
#include "common/config/percent.hpp"
#include "common/config/weights.hpp"
#include "common/systems/faults/fault_text.hpp"

namespace ldfi::config {
namespace {

using Texts = std::vector<std::string>;
using Lists = std::vector<std::vector<std::string>>;

std::string joined(const Value& value, std::string_view between) {
  return fmt::format("{}", fmt::join(std::get<Texts>(value), between));
}

std::string show_number(const OptionRow& row, std::uint64_t number) {
  switch (row.kind) {
    case Kind::choice:
      return row.choices.at(static_cast<std::size_t>(number));
    case Kind::bytes:
      return show_bytes(number);
    case Kind::percent:
      return show_percent(number);
    case Kind::time:
      return systems::duration_text(static_cast<std::int64_t>(number));
    case Kind::amount:
      if (number == std::numeric_limits<std::uint64_t>::max()) return "all";
      break;
    default:
      break;
  }
  return fmt::format("{}", number);
}

std::string show_value(const OptionRow& row, const Value& value) {
  switch (row.kind) {
    case Kind::toggle:
      return fmt::format("{}", std::get<bool>(value));
    case Kind::text:
    case Kind::results:
    case Kind::relation:
      return std::get<std::string>(value);
    case Kind::duration:
      return show_duration(std::get<double>(value));
    case Kind::axis:
      return show_axis(std::get<std::vector<int>>(value));
    case Kind::span:
      return show_span(std::get<std::vector<int>>(value));
    case Kind::groups:
      return show_groups(std::get<Lists>(value));
    case Kind::sets:
      return show_sets(std::get<Lists>(value));
    case Kind::param_axes:
      return show_param_axes(std::get<Lists>(value));
    case Kind::weights:
      return to_text(weights_of(std::get<Texts>(value)));
    case Kind::texts:
      return joined(value, "; ");
    case Kind::words:
      return joined(value, " ");
    case Kind::names:
    case Kind::programs:
    case Kind::specifications:
    case Kind::folders:
    case Kind::params:
    case Kind::columns:
      return joined(value, ",");
    default:
      return show_number(row, std::get<std::uint64_t>(value));
  }
}

}  // namespace

std::string OptionRow::show(ValueSource from) const {
  const auto found = value == nullptr ? std::nullopt : value(from);
  return found ? show_value(*this, *found) : std::string();
}

std::string show_sets(const std::vector<std::vector<std::string>>& sets) {
  std::string out;
  for (const auto& set : sets) {
    if (!out.empty()) out += ",";
    if (!set.front().empty()) out += word_or_quoted(set.front()) + "=";
    out += show_groups({{set.begin() + 1, set.end()}});
  }
  return out;
}

std::string show_groups(const std::vector<std::vector<std::string>>& groups) {
  std::string out;
  for (const auto& names : groups) {
    if (!out.empty()) out += ",";
    for (std::size_t i = 0; i < names.size(); ++i) {
      out += (i == 0 ? "" : " ") + word_or_quoted(names[i]);
    }
  }
  return out;
}

std::string show_duration(double seconds) {
  return fmt::format("{}s", seconds);
}

std::string show_bytes(std::uint64_t bytes) {
  constexpr std::string_view units = "KMGTPE";
  std::size_t power = 0;
  while (power < units.size() && bytes != 0 && bytes % 1024 == 0) {
    bytes /= 1024;
    ++power;
  }
  return fmt::format("{}{}", bytes, power == 0 ? "" : units.substr(power - 1, 1));
}

}  // namespace ldfi::config
