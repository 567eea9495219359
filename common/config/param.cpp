#include "common/config/param.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "common/base/text.hpp"

namespace ldfi::config {
namespace {

std::string name_of(std::string_view item) {
  return std::string(item.substr(0, item.find('=')));
}

bool may_be_constant(const std::string& name) {
  return is_plain_word(name) && name.find('-') == std::string::npos &&
         name.find_first_not_of("0123456789") != std::string::npos && name != "_";
}

/// Splits the text at the commas that are outside of quotes.
std::vector<std::string_view> split_values(std::string_view text) {
  std::vector<std::string_view> out;
  std::size_t begin = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quoted && text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      quoted = !quoted;
    else if (text[i] == ',' && !quoted) {
      out.push_back(text.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  out.push_back(text.substr(std::min(begin, text.size())));
  return out;
}

/// Returns true for a range such as `3..9` or `3..9/2`.
bool is_range(std::string_view value) {
  return !value.empty() && value.find("..") != std::string_view::npos &&
         value.find_first_not_of("0123456789./") == std::string_view::npos;
}

/// Returns the canonical form of an integer, such as 2 for 02. Used to detect repeated values.
std::string plainly(std::string_view value) {
  std::string_view digits = value.substr(value.starts_with('-') ? 1 : 0);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::string(value);
  }
  while (digits.size() > 1 && digits.front() == '0') digits.remove_prefix(1);
  return (value.starts_with('-') && digits != "0" ? "-" : "") + std::string(digits);
}

}  // namespace

std::optional<Refusal> check_param(const std::vector<std::string>& items, std::size_t index) {
  const std::string& item = items.at(index);
  const std::string name = name_of(item);
  if (name.size() == item.size() || !may_be_constant(name)) {
    return Refusal{fmt::format("{} is not NAME=VALUE", shown(item)),
                   {"it names a constant of the program: LEASE=7"}};
  }
  for (std::size_t i = 0; i < index; ++i) {
    if (items[i].starts_with(name + "=")) {
      return Refusal{fmt::format("{} is set twice", beginning(name)), {}};
    }
  }
  return std::nullopt;
}

Params merged(Params configured, const Params& given) {
  const auto forget = [&configured](const std::string& name, bool axis) {
    std::erase_if(configured.values, [&](const auto& item) { return name_of(item) == name; });
    if (axis) std::erase_if(configured.axes, [&](const auto& one) { return one.front() == name; });
  };
  for (const auto& axis : std::vector(configured.axes)) forget(axis.front(), false);
  for (const std::string& value : given.values) forget(name_of(value), true);
  for (const auto& axis : given.axes) forget(axis.front(), true);
  Params& out = configured;
  out.values.insert(out.values.end(), given.values.begin(), given.values.end());
  out.axes.insert(out.axes.end(), given.axes.begin(), given.axes.end());
  return out;
}

std::string value_and_axis(const Params& params) {
  for (const auto& axis : params.axes) {
    const auto same = [&axis](const auto& item) { return name_of(item) == axis.front(); };
    if (std::ranges::any_of(params.values, same)) return axis.front();
  }
  return "";
}

namespace {

std::variant<std::vector<std::string>, Refusal> read_axis_of(const OptionRow& row,
                                                             std::string_view text) {
  std::vector<std::string> axis{name_of(text)};
  if (axis.front().size() == text.size()) return axis;
  for (const std::string_view value : split_values(text.substr(axis.front().size() + 1))) {
    if (!is_range(value)) {
      axis.push_back(plainly(value));
      continue;
    }
    const auto range = read_axis(row, value);
    if (const auto* refusal = std::get_if<Refusal>(&range)) return *refusal;
    for (const int number : std::get<std::vector<int>>(std::get<Value>(range))) {
      axis.push_back(std::to_string(number));
    }
  }
  return axis;
}

}  // namespace

std::variant<ParamAxes, Refusal> read_param_axes(const OptionRow& row,
                                                 const std::vector<std::string>& texts) {
  ParamAxes axes;
  for (const std::string& text : texts) {
    const auto axis = read_axis_of(row, text);
    if (const auto* refusal = std::get_if<Refusal>(&axis)) return *refusal;
    axes.push_back(std::get<0>(axis));
    if (const auto refusal = check_param_axis(axes, axes.size() - 1)) return *refusal;
  }
  return axes;
}

std::optional<Refusal> check_param_axis(const ParamAxes& axes, std::size_t index) {
  const auto& axis = axes.at(index);
  const std::string& name = axis.front();
  const std::string hint = "write a constant of the program and its values: LEASE=3,5,7";
  const std::string named = shown(name);
  if (!may_be_constant(name)) return Refusal{fmt::format("{} is not NAME=VALUES", named), {hint}};
  if (axis.size() < 2) return Refusal{fmt::format("{} has no values", named), {hint}};
  for (std::size_t i = 0; i < index; ++i) {
    if (axes[i].front() == name) {
      return Refusal{fmt::format("{} has two axes", beginning(name)), {}};
    }
  }
  if (axis.size() - 1 > max_axis) {
    return Refusal{fmt::format("more than {} values are too many", max_axis), {}};
  }
  std::vector<std::string> values(axis.begin() + 1, axis.end());
  std::ranges::sort(values);
  if (values.front().empty()) return Refusal{fmt::format("a value of {} is empty", name), {}};
  if (const auto twice = std::ranges::adjacent_find(values); twice != values.end()) {
    return Refusal{fmt::format("{} has the value {} twice", name, beginning(*twice)), {}};
  }
  return std::nullopt;
}

std::string param_value(const std::string& text) {
  const bool word = is_plain_word(text) && (std::isalpha(static_cast<unsigned char>(text[0])) != 0);
  return word ? text : always_quoted(text);
}

std::string show_param_axes(const ParamAxes& axes) {
  std::string out;
  for (const auto& axis : axes) {
    out += fmt::format("{}{}=", out.empty() ? "" : " ", axis.front());
    for (std::size_t i = 1; i < axis.size(); ++i) {
      const bool plain = is_plain_word(axis[i]) || axis[i].starts_with('"');
      out += (i == 1 ? "" : ",") + (plain ? axis[i] : always_quoted(axis[i]));
    }
  }
  return out;
}

}  // namespace ldfi::config
