// Makes rows of the option table for fields of Options. Private to common/config.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/config/accessor.hpp"
#include "common/config/option_table.hpp"

namespace ldfi::config {

constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();

struct Range {
  std::uint64_t low = 0;
  std::uint64_t high = any;
};

template <auto Member, Kind K>
OptionRow row(Group group, std::string_view name, char flag, std::string_view yaml,
              std::string_view value_name, Range range, std::string_view help, Uses uses = {}) {
  return {name,
          flag,
          yaml,
          K,
          group,
          value_name,
          range.low,
          range.high,
          {},
          help,
          &assign<Member>,
          &stored<Member, K>,
          AppliesTo::program,
          uses};
}

/// Returns the row of an option whose value is one of the words of an enumeration. `choices` are in
/// the order of the enumeration.
template <auto Member>
OptionRow choice_row(Group group, std::string_view name, std::string_view yaml,
                     std::string_view value_name, std::vector<std::string> choices,
                     std::string_view help, Uses uses = {}) {
  OptionRow out = row<Member, Kind::choice>(group, name, '\0', yaml, value_name, {}, help, uses);
  out.choices = std::move(choices);
  return out;
}

inline OptionRow for_both(OptionRow row) {
  row.applies_to = AppliesTo::both;
  return row;
}
inline OptionRow for_systems(OptionRow row) {
  row.applies_to = AppliesTo::system;
  return row;
}

/// Returns the row of the option that sets the largest number of faults of a kind.
template <class FaultKind>
OptionRow number_row() {
  OptionRow out;
  out.name = FaultKind::option;
  out.yaml = FaultKind::number.key;
  out.kind = Kind::integer;
  out.group = Group::fspec;
  out.value_name = "NUMBER";
  out.high = FaultKind::number.largest;
  out.help = FaultKind::number.help;
  out.assign = [](ValueTarget to, const Value& value) {
    to.options->most.of<FaultKind>() = static_cast<int>(std::get<std::uint64_t>(value));
  };
  out.value = [](ValueSource from) {
    const std::optional<int> number = from.options->most.of<FaultKind>();
    return number ? std::optional(value_of<Kind::integer>(*number)) : std::nullopt;
  };
  out.applies_to = FaultKind::number.systems ? AppliesTo::both : AppliesTo::program;
  return out;
}

/// Returns the row of the option whose values a sweep tries as a limit on faults. `Index` is the
/// index of the limit in Budgets.
template <std::size_t Index>
OptionRow budget_axis_row(std::string_view name, std::string_view yaml, std::string_view value_name,
                          std::uint64_t largest, std::string_view help) {
  OptionRow out;
  out.name = name;
  out.yaml = yaml;
  out.kind = Kind::axis;
  out.group = Group::sweep;
  out.value_name = value_name;
  out.high = largest;
  out.help = help;
  out.assign = [](ValueTarget to, const Value& value) {
    to.options->sweep_numbers[Index] = std::get<std::vector<int>>(value);
  };
  out.value = [](ValueSource from) {
    return std::optional<Value>(from.options->sweep_numbers[Index]);
  };
  return out;
}

/// Returns the row of the option whose values a sweep tries as the largest number of faults of a
/// kind.
template <class FaultKind>
OptionRow number_axis_row() {
  static const std::string name = axis_name(Budgets::of_kind<FaultKind>);
  static const std::string yaml = [] {
    std::string out = name;
    std::ranges::replace(out, '-', '_');
    return out.replace(0, std::string_view("sweep_").size(), "sweep.");
  }();
  static const std::string help = fmt::format("grid of --{}", FaultKind::option);
  OptionRow out =
      budget_axis_row<FaultKind::axis>(name, yaml, "NUMBERS", FaultKind::number.largest, help);
  out.applies_to = FaultKind::number.systems ? AppliesTo::both : AppliesTo::program;
  return out;
}

/// Appends the row unless the list has a row with the same name.
inline void add_if_missing(std::vector<OptionRow>& rows, OptionRow row) {
  if (std::ranges::count(rows, row.name, &OptionRow::name) == 0) rows.push_back(std::move(row));
}

/// Returns the row of an option whose values only a sweep of a real system tries.
/// read_system_options() stores its value.
inline OptionRow system_axis_row(Group group, std::string_view name, std::string_view value_name,
                                 Range range, std::string_view help) {
  OptionRow out;
  out.name = name;
  out.kind = Kind::axis;
  out.group = group;
  out.value_name = value_name;
  out.low = range.low;
  out.high = range.high;
  out.help = help;
  out.assign = [](ValueTarget, const Value&) {};
  return for_systems(std::move(out));
}

/// Returns the row of an option that only real systems have and whose value is one of these words.
/// Its value is stored by read_system_options().
inline OptionRow system_choice_row(Group group, std::string_view name, std::string_view value_name,
                                   std::vector<std::string> choices, std::string_view help) {
  OptionRow out = system_axis_row(group, name, value_name, {0, any}, help);
  out.kind = Kind::choice;
  out.choices = std::move(choices);
  return out;
}

/// Returns the rows of the options about programs and the Fspec.
std::vector<OptionRow> fspec_rows();
/// Returns the rows of the options about searches, proofs, counts, replays and minimisation.
std::vector<OptionRow> search_rows();
/// Returns the rows of the options about recordings and real systems.
std::vector<OptionRow> systems_rows();

}  // namespace ldfi::config
