// Makes rows of the option table for keys of real systems' configs. Private to common/config.
#pragma once

#include <algorithm>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/config/accessor.hpp"
#include "common/config/option_row.hpp"

namespace ldfi::config {

/// Returns the same text with unlimited lifetime: it stays valid until the program ends.
inline std::string_view lasting(std::string text) {
  static std::deque<std::string> texts;
  return texts.emplace_back(std::move(text));
}

/// Returns the row of a key whose value another reader stores.
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

/// Returns the row of a key whose value is stored in the given member.
template <auto Member, Kind K>
OptionRow key(std::string_view yaml, std::string_view help, Range range = {0, any}) {
  OptionRow out = key(K, yaml, help, range);
  out.assign = &assign<Member>;
  out.value = &stored<Member, K>;
  return out;
}

inline OptionRow choice_key(std::string_view yaml, std::vector<std::string> choices,
                            std::string_view help) {
  OptionRow out = key(Kind::choice, yaml, help);
  out.choices = std::move(choices);
  return out;
}

/// Returns the row of a key whose value is one of the words of an enumeration. `Words` are in the
/// order of the enumeration.
template <auto Member, const auto& Words>
OptionRow choice_key(std::string_view yaml, std::string_view help) {
  OptionRow out = choice_key(yaml, {Words.begin(), Words.end()}, help);
  out.assign = &assign<Member>;
  out.value = &stored<Member, Kind::choice>;
  return out;
}

/// Returns the row with the name of the option that overrides the key.
inline OptionRow named(std::string_view option, OptionRow row) {
  row.name = option;
  return row;
}
/// Returns the row, marked as required. `missing` describes the key in the message about a missing
/// key.
inline OptionRow needed(OptionRow row, std::string_view missing) {
  row.required = true;
  row.missing = missing;
  return row;
}
/// Returns the row of a key that only some configs require; the reader of the key decides this.
/// `missing` describes the key in the message about a missing key.
inline OptionRow required_by_reader(OptionRow row, std::string_view missing) {
  row.missing = missing;
  return row;
}
/// Returns the row restricted to some systems.
inline OptionRow only_for(AppliesTo what, OptionRow row) {
  row.applies_to = what;
  return row;
}
/// Returns the row with a default, which the reader of the key stores.
inline OptionRow otherwise(OptionRow row, std::string_view fallback) {
  row.fallback = fallback;
  return row;
}
/// Returns the row restricted to maps that have the key `form`, too.
inline OptionRow beside(std::string_view form, OptionRow row) {
  row.form = form;
  return row;
}

/// Returns the rows of the key `fspec` of a real system's config, and of all keys inside it.
/// system_sweep_keys() does the same for `sweep`.
std::vector<OptionRow> system_fspec_keys();
std::vector<OptionRow> system_sweep_keys();

}  // namespace ldfi::config
