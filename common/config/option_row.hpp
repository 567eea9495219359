// How a field of Options becomes a row of the option table. Private to common/config.
#pragma once

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/config/axis.hpp"
#include "common/config/option_table.hpp"
#include "common/config/option_value.hpp"
#include "common/config/param.hpp"
#include "common/config/percent.hpp"
#include "common/config/weights.hpp"

namespace ldfi::config {

constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();

template <class T>
struct OptionalTraits {
  using type = T;
  static constexpr bool optional = false;
};
template <class T>
struct OptionalTraits<std::optional<T>> {
  using type = T;
  static constexpr bool optional = true;
};

template <auto Member>
using MemberOf = std::remove_reference_t<decltype(std::declval<Options&>().*Member)>;

/// Stores a Value in a field. The reader has checked its range.
template <auto Member>
void assign(Options& options, const Value& value) {
  using Field = typename OptionalTraits<MemberOf<Member>>::type;
  if constexpr (std::is_enum_v<Field> ||
                (std::is_integral_v<Field> && !std::is_same_v<Field, bool>)) {
    options.*Member = static_cast<Field>(std::get<std::uint64_t>(value));
  } else {
    options.*Member = std::get<Field>(value);
  }
}

/// A field's value as the reader of kind K reads it.
template <auto Member, Kind K>
std::string show_field(const Options& options, const std::vector<std::string>& choices) {
  using Traits = OptionalTraits<MemberOf<Member>>;
  using Field = typename Traits::type;
  const auto write = [&choices](const Field& field) -> std::string {
    if constexpr (K == Kind::duration) {
      return show_duration(field);
    } else if constexpr (K == Kind::bytes) {
      return show_bytes(field);
    } else if constexpr (K == Kind::axis) {
      return show_axis(field);
    } else if constexpr (K == Kind::span) {
      return show_span(field);
    } else if constexpr (K == Kind::percent) {
      return show_percent(field);
    } else if constexpr (K == Kind::groups) {
      return show_groups(field);
    } else if constexpr (K == Kind::sets) {
      return show_sets(field);
    } else if constexpr (K == Kind::param_axes) {
      return show_param_axes(field);
    } else if constexpr (K == Kind::weights) {
      return to_text(weights_of(field));
    } else if constexpr (K == Kind::texts) {
      return fmt::format("{}", fmt::join(field, "; "));
    } else if constexpr (K == Kind::names || K == Kind::programs || K == Kind::specifications ||
                         K == Kind::folders || K == Kind::params || K == Kind::columns) {
      return fmt::format("{}", fmt::join(field, ","));
    } else if constexpr (std::is_enum_v<Field>) {
      return choices.at(static_cast<std::size_t>(field));
    } else if constexpr (std::is_same_v<Field, std::string>) {
      return field;
    } else {
      return fmt::format("{}", field);
    }
  };
  if constexpr (Traits::optional) {
    return options.*Member ? write(*(options.*Member)) : std::string();
  } else {
    return write(options.*Member);
  }
}

template <auto Member>
const std::vector<std::string>& words() {
  using Field = MemberOf<Member>;
  static const std::vector<std::string> list = [] {
    using List = std::vector<std::string>;
    if constexpr (std::is_same_v<Field, EffMode>) return List{"inclusive", "exclusive"};
    if constexpr (std::is_same_v<Field, MessageOrder>) return List{"any", "fifo"};
    if constexpr (std::is_same_v<Field, DelayUnit>) return List{"channel", "relation"};
    if constexpr (std::is_same_v<Field, CrashModel>) return List{"silent", "halt", "stop"};
    if constexpr (std::is_same_v<Field, StrategyName>)
      return List{"lineage", "molly", "random", "exhaustive", "fts"};
    if constexpr (std::is_same_v<Field, Negation>) return List{"exact", "conservative", "ignore"};
    if constexpr (std::is_same_v<Field, StopRule>) return List{"first", "all"};
    if constexpr (std::is_same_v<Field, SolverName>) return List{"cadical", "cryptominisat"};
    if constexpr (std::is_same_v<Field, Expansion>) return List{"live", "all", "automatic"};
    if constexpr (std::is_same_v<Field, Symmetry>) return List{"automatic", "never"};
    if constexpr (std::is_same_v<Field, Pruning>) return List{"automatic", "never", "always"};
    if constexpr (std::is_same_v<Field, MinimiseBy>)
      return List{"search", "ddmin", "exact", "recording", "type"};
    if constexpr (std::is_same_v<Field, FailOn>) return List{"minor", "major", "critical"};
    if constexpr (std::is_same_v<Field, SweepStride>) return List{"one", "half"};
    if constexpr (std::is_same_v<Field, SummaryFormat>) return List{"text", "json"};
    if constexpr (std::is_same_v<Field, DiagnosticsFormat>) return List{"text", "json", "sarif"};
    if constexpr (std::is_same_v<Field, ProofLevel>) return List{"exact", "state"};
    if constexpr (std::is_same_v<Field, KeptRecordings>) return List{"some", "all"};
    return List{};
  }();
  return list;
}

struct Range {
  std::uint64_t low = 0;
  std::uint64_t high = any;
};

template <auto Member, Kind K>
OptionRow row(Group group, std::string_view name, char flag, std::string_view yaml,
              std::string_view value_name, Range range, std::string_view help) {
  return {name,
          flag,
          yaml,
          K,
          group,
          value_name,
          range.low,
          range.high,
          words<Member>(),
          help,
          &assign<Member>,
          [](const Options& o) { return show_field<Member, K>(o, words<Member>()); },
          AppliesTo::program};
}

inline OptionRow for_both(OptionRow row) {
  row.applies_to = AppliesTo::both;
  return row;
}
inline OptionRow for_systems(OptionRow row) {
  row.applies_to = AppliesTo::system;
  return row;
}

/// The row of the option that limits the number of faults of a kind.
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
  out.assign = [](Options& o, const Value& value) {
    o.most.of<FaultKind>() = static_cast<int>(std::get<std::uint64_t>(value));
  };
  out.show = [](const Options& o) {
    const std::optional<int> number = o.most.of<FaultKind>();
    return number ? fmt::format("{}", *number) : std::string();
  };
  out.applies_to = FaultKind::number.systems ? AppliesTo::both : AppliesTo::program;
  return out;
}

/// The row of the axis with that index among the budgets.
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
  out.assign = [](Options& o, const Value& value) {
    o.sweep_numbers[Index] = std::get<std::vector<int>>(value);
  };
  out.show = [](const Options& o) { return show_axis(o.sweep_numbers[Index]); };
  return out;
}

/// The row of the axis of the number of faults of a kind.
template <class FaultKind>
OptionRow number_axis_row() {
  static const std::string name = axis_name(Budgets::of_kind<FaultKind>);
  static const std::string yaml = [] {
    std::string out = name;
    std::ranges::replace(out, '-', '_');
    return out.replace(0, std::string_view("sweep_").size(), "sweep.");
  }();
  static const std::string help =
      fmt::format("the numbers of {} of the grid", FaultKind::number.many);
  OptionRow out =
      budget_axis_row<FaultKind::axis>(name, yaml, "NUMBERS", FaultKind::number.largest, help);
  out.applies_to = FaultKind::number.systems ? AppliesTo::both : AppliesTo::program;
  return out;
}

/// Appends the row, unless one with its name is among the rows.
inline void add_if_missing(std::vector<OptionRow>& rows, OptionRow row) {
  if (std::ranges::count(rows, row.name, &OptionRow::name) == 0) rows.push_back(std::move(row));
}

/// An axis that sweeps of real systems alone have. It sets no field: read_system_options() reads it.
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
  out.assign = [](Options&, const Value&) {};
  out.show = [](const Options&) { return std::string(); };
  return for_systems(std::move(out));
}

/// The same, of an option that takes one of these words.
inline OptionRow system_choice_row(Group group, std::string_view name, std::string_view value_name,
                                   std::vector<std::string> choices, std::string_view help) {
  OptionRow out = system_axis_row(group, name, value_name, {0, any}, help);
  out.kind = Kind::choice;
  out.choices = std::move(choices);
  return out;
}

/// The rows of what is run: programs, and the Fspec.
std::vector<OptionRow> fspec_rows();
/// The rows of recordings, and of real systems.
std::vector<OptionRow> systems_rows();

}  // namespace ldfi::config
