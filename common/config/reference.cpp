#include "common/config/reference.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "common/base/wrapped.hpp"
#include "common/config/option_table.hpp"
#include "common/config/system_config.hpp"
#include "common/config/system_keys.hpp"

namespace ldfi::config {
namespace {

constexpr std::size_t page_width = 110;

constexpr std::string_view keys_begin =
    "# Keys of configs with `system`\n\n"
    "This page lists each key of such a config with its values, its default and its meaning.\n"
    "[system-config.md](system-config.md) explains how the keys work together. The page is "
    "generated from "
    "the\n"
    "table of keys by `unit_config`, with `LDFI_UPDATE_GOLDENS=1`.\n\n"
    "A time is written as `4s`, `100ms`, `20us` or `5ns`. An axis is a value, a list of values, or "
    "a range\n"
    "`{from: 1, to: 3, step: 1}`.\n";

constexpr std::string_view options_begin =
    "# Options\n\n"
    "Each option of `ldfi-farm`, with its meaning, its values, its key in configs and its default. "
    "A command such as\n"
    "`sweep` is short for an option: `ldfi-farm --help` lists the commands. "
    "[config.md](config.md) explains how options\n"
    "and configs work together, and [system-keys.md](system-keys.md) lists the keys of configs of "
    "real systems.\n\n"
    "An axis is written as `1,4..8,10..20/5` on the command line, and in a config as\n"
    "`[1, {from: 4, to: 8}, {from: 10, to: 20, step: 5}]`. A list of names is written as `a,b,c` "
    "and as `[a, b, c]`.\n"
    "An option with one letter, such as `-t`, takes its value as the next word. `--json` is short "
    "for `--summary json`.\n\n"
    "`unit_config` generates this page from the table of options, with `LDFI_UPDATE_GOLDENS=1`.\n";

std::string choices_text(const OptionRow& row) {
  std::vector<std::string> out;
  for (const std::string& choice : row.choices) out.push_back(fmt::format("`{}`", choice));
  out.resize(out.size() - row.refused);
  return fmt::format("{}", fmt::join(out, ", "));
}

std::string bound_text(const OptionRow& row) {
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  if (row.high != most) return fmt::format("from {} to {}", row.low, row.high);
  return row.low > 0 ? fmt::format("from {} on", row.low) : std::string();
}

std::string integer_text(const OptionRow& row) {
  const std::string bound = bound_text(row);
  return bound.empty() ? "an integer" : "an integer " + bound;
}

/// Returns a description of the values that the key may have.
std::string values_text(const OptionRow& row) {
  switch (row.kind) {
    case Kind::integer:
      return integer_text(row);
    case Kind::choice:
      return choices_text(row);
    case Kind::toggle:
      return "`true` or `false`";
    case Kind::time:
      return "a time";
    case Kind::times:
      return "a list of times";
    case Kind::words:
      return row.choices.empty() ? "a list of words" : "a list of " + choices_text(row);
    case Kind::specifications:
      return "a list of files";
    case Kind::client:
      return "`c1`, `c2` and so on";
    case Kind::count:
      return integer_text(row) + ", or a list of names";
    case Kind::amount:
      return "`all`, `none` or " + integer_text(row);
    case Kind::operations:
      return "numbers such as `3`, `[0, 3]` or `0,3,5..8`";
    case Kind::percent:
      return "a percentage";
    case Kind::weights:
      return "a map from " + choices_text(row) + " to numbers";
    case Kind::entries:
      return "a list of maps";
    case Kind::message:
      return "a map with a key `type`";
    case Kind::nothing:
      return "`0`";
    case Kind::axis:
      return "an axis of integers";
    case Kind::time_axis:
      return "an axis of times";
    case Kind::amount_axis:
      return "an axis of integers, `all` and `none`";
    case Kind::section:
      return "a map";
    default:
      return "a word";
  }
}

std::string notes_text(const OptionRow& row) {
  std::vector<std::string> notes;
  const bool has_map =
      row.kind != Kind::section && row.kind != Kind::entries && !system_keys_in(row.yaml).empty();
  notes.push_back(values_text(row) + (has_map ? ", or a map" : ""));
  if (row.required) notes.emplace_back("required");
  std::string value(row.fallback);
  if (value.empty() && !row.required) value = row.show(SystemConfig{});
  if (!value.empty()) notes.push_back(fmt::format("default `{}`", value));
  if (row.applies_to == AppliesTo::nodes) notes.emplace_back("not with `kind: runner`");
  if (row.applies_to == AppliesTo::runner) notes.emplace_back("only with `kind: runner`");
  if (!row.form.empty()) notes.push_back(fmt::format("in the map that has `{}`", row.form));
  if (!row.name.empty()) notes.push_back(fmt::format("option `--{}`", row.name));
  return fmt::format("{}", fmt::join(notes, "; "));
}

/// Returns a description of the values that the option may have.
std::string option_values_text(const OptionRow& row) {
  switch (row.kind) {
    case Kind::toggle:
      return row.yaml.empty() ? "a switch" : "a switch; `true` or `false` in a config";
    case Kind::text:
      return "a text";
    case Kind::results:
      return "a path; in a config one below the working directory";
    case Kind::relation:
      return "a relation";
    case Kind::duration:
      return "a time, such as `90`, `500ms`, `120s`, `2m` or `1.5h`";
    case Kind::bytes:
      return "bytes, such as `512M` or `4G`; units are powers of 1024";
    case Kind::names:
      return "a list of names";
    case Kind::axis:
      return "an axis of integers " + bound_text(row);
    case Kind::programs:
    case Kind::specifications:
      return "files; in a config a list, relative to it";
    case Kind::folders:
      return "folders; in a config a list, relative to it";
    case Kind::texts:
      return "a text each time that it is given; in a config a list";
    case Kind::span:
      return "the least and the most, `2..5` or in a config `[2, 5]`, or one number, " +
             bound_text(row);
    case Kind::groups:
      return "lists of names, `'a b,c d'` or in a config `[[a, b], [c, d]]`";
    case Kind::sets:
      return "lists of names, `'a b,c'` or in a config `[[a, b], [c]]`; or with names of their "
             "own, `'east=a b,west=c'` or `{east: [a, b], west: [c]}`";
    case Kind::params:
      return "`NAME=VALUE` each time that it is given; in a config a map";
    case Kind::param_axes:
      return "`NAME=VALUES` each time that it is given: a list of values, or ranges of integers; "
             "in a config a map of axes";
    case Kind::columns:
      return "`NAME=COLUMN` each time that it is given; in a config a map";
    case Kind::weights:
      return "`KIND=NUMBER,KIND=NUMBER`; in a config a map";
    default:
      return values_text(row);
  }
}

std::string option_notes_text(const OptionRow& row) {
  std::vector<std::string> notes{option_values_text(row)};
  if (!row.yaml.empty()) notes.push_back(fmt::format("key `{}`", row.yaml));
  const std::string value = row.show(Options{});
  if (!value.empty() && row.kind != Kind::toggle)
    notes.push_back(fmt::format("default `{}`", value));
  if (row.applies_to == AppliesTo::both) notes.emplace_back("also for real systems");
  if (row.applies_to == AppliesTo::system) notes.emplace_back("only for real systems");
  return fmt::format("{}", fmt::join(notes, "; "));
}

std::string written(const OptionRow& row) {
  if (row.kind == Kind::programs) return fmt::format("`{}`", row.value_name);
  const std::string flag = row.flag == '\0' ? "" : fmt::format("`-{}`, ", row.flag);
  const std::string value = row.value_name.empty() ? "" : fmt::format(" {}", row.value_name);
  return fmt::format("{}`--{}{}`", flag, row.name, value);
}

/// Returns a list item of a page, with its lines broken at the width of the page.
std::string item(const std::string& text) {
  return "- " + wrapped(text, page_width, 2) + "\n";
}

}  // namespace

std::string key_reference() {
  std::string out(keys_begin);
  for (const OptionRow& row : key_table()) {
    if (row.applies_to == AppliesTo::program || row.kind == Kind::reserved) continue;
    const bool top = row.yaml.find('.') == row.yaml.npos;
    if (top) out += fmt::format("\n## `{}`\n", row.yaml);
    out += item(fmt::format("`{}`: {} ({}).", row.yaml, row.help, notes_text(row)));
  }
  return out;
}

std::string option_reference() {
  std::string out(options_begin);
  std::optional<Group> group;
  for (const OptionRow& row : option_table()) {
    if (group != row.group) out += fmt::format("\n## {}\n", title(row.group));
    group = row.group;
    out += item(fmt::format("{}: {} ({}).", written(row), row.help, option_notes_text(row)));
  }
  return out;
}

}  // namespace ldfi::config
