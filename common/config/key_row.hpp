// How a key of a config with `system` becomes a row of the option table. Private to common/config.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/config/option_row.hpp"
#include "common/config/system_config.hpp"
#include "common/systems/fault_text.hpp"

namespace ldfi::config {

template <class T>
struct MemberClass;
template <class Class, class Field>
struct MemberClass<Field Class::*> {
  using type = Class;
  using field = Field;
};

/// The part of the config that has members of this class.
template <class Part, class Config>
auto& part_of(Config& config) {
  if constexpr (std::is_same_v<Part, Options>) {
    return config.options;
  } else if constexpr (std::is_same_v<Part, systems::Limits>) {
    return config.plan.limits;
  } else if constexpr (std::is_same_v<Part, systems::Fspec>) {
    return config.plan.fspec;
  } else if constexpr (std::is_same_v<Part, systems::Goals>) {
    return config.plan.goals;
  } else if constexpr (std::is_same_v<Part, systems::WorkloadSize>) {
    return config.workload;
  } else if constexpr (std::is_same_v<Part, SystemConfig>) {
    return config;
  } else {
    static_assert(std::is_same_v<Part, systems::Plan>);
    return config.plan;
  }
}

/// The member of the config.
template <auto Member, class Config>
auto& member_of(Config& config) {
  return part_of<typename MemberClass<decltype(Member)>::type>(config).*Member;
}

constexpr double ns_per_s = 1e9;

template <auto Member>
void put(SystemConfig& config, const Value& value) {
  auto& member = member_of<Member>(config);
  using Field = typename OptionalTraits<typename MemberClass<decltype(Member)>::field>::type;
  if constexpr (std::is_same_v<Field, double>) {
    member = static_cast<double>(std::get<std::uint64_t>(value)) / ns_per_s;
  } else if constexpr (std::is_same_v<Field, bool> || std::is_class_v<Field>) {
    member = std::get<Field>(value);
  } else {
    member = static_cast<Field>(std::get<std::uint64_t>(value));
  }
}

template <Kind K, class Field>
std::string tell_field(const Field& field, const std::vector<std::string>& choices) {
  if constexpr (std::is_same_v<Field, double>) {
    return systems::duration_text(static_cast<std::int64_t>(field * ns_per_s));
  } else if constexpr (K == Kind::time) {
    return systems::duration_text(field);
  } else if constexpr (K == Kind::percent) {
    return show_percent(field);
  } else if constexpr (K == Kind::words) {
    return fmt::format("{}", fmt::join(field, " "));
  } else if constexpr (K == Kind::choice) {
    return choices.at(static_cast<std::size_t>(field));
  } else {
    return fmt::format("{}", field);
  }
}

template <auto Member, Kind K>
std::string tell(const SystemConfig& config, const std::vector<std::string>& choices) {
  const auto& member = member_of<Member>(config);
  if constexpr (OptionalTraits<typename MemberClass<decltype(Member)>::field>::optional) {
    return member ? tell_field<K>(*member, choices) : std::string();
  } else {
    return tell_field<K>(member, choices);
  }
}

/// A key whose value a reader of its own stores.
inline OptionRow key(Kind kind, std::string_view yaml, std::string_view help,
                     Range range = {0, any}) {
  OptionRow out;
  out.yaml = yaml;
  out.kind = kind;
  out.help = help;
  out.low = range.low;
  out.high = range.high;
  out.applies_to = AppliesTo::system;
  if (kind == Kind::toggle) out.choices = {"false", "true"};
  return out;
}

/// A key whose value is stored in this member.
template <auto Member, Kind K>
OptionRow key(std::string_view yaml, std::string_view help, Range range = {0, any}) {
  OptionRow out = key(K, yaml, help, range);
  out.put = &put<Member>;
  out.tell = [](const SystemConfig& config) { return tell<Member, K>(config, {}); };
  return out;
}

inline OptionRow choice_key(std::string_view yaml, std::vector<std::string> choices,
                            std::string_view help) {
  OptionRow out = key(Kind::choice, yaml, help);
  out.choices = std::move(choices);
  return out;
}

/// The words are those of an enumeration, in its order.
template <auto Member, const auto& Words>
OptionRow choice_key(std::string_view yaml, std::string_view help) {
  OptionRow out = choice_key(yaml, {Words.begin(), Words.end()}, help);
  out.put = &put<Member>;
  out.tell = [](const SystemConfig& config) {
    return tell<Member, Kind::choice>(config, {Words.begin(), Words.end()});
  };
  return out;
}

/// The option overrides the value of the key.
inline OptionRow named(std::string_view option, OptionRow row) {
  row.name = option;
  return row;
}
/// Requires the key. `missing` describes the key in the message that it is missing.
inline OptionRow needed(OptionRow row, std::string_view missing) {
  row.required = true;
  row.missing = missing;
  return row;
}
/// Requires the key in some configs: its reader decides in which.
inline OptionRow sometimes_needed(OptionRow row, std::string_view missing) {
  row.missing = missing;
  return row;
}
/// Restricts the key to some systems.
inline OptionRow only_for(AppliesTo what, OptionRow row) {
  row.applies_to = what;
  return row;
}
/// Gives the key a default that its own reader stores.
inline OptionRow otherwise(OptionRow row, std::string_view fallback) {
  row.fallback = fallback;
  return row;
}
/// Allows the key only in a map that has the key `form`.
inline OptionRow beside(std::string_view form, OptionRow row) {
  row.form = form;
  return row;
}

/// The keys `fspec` and `sweep` of a config with `system`, with those in them.
std::vector<OptionRow> system_fspec_keys();
std::vector<OptionRow> system_sweep_keys();

}  // namespace ldfi::config
