#include "common/config/system_reader.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "common/base/did_you_mean.hpp"
#include "common/base/text.hpp"
#include "common/config/config_reader.hpp"
#include "common/config/option_value.hpp"
#include "common/config/percent.hpp"
#include "common/config/system_keys.hpp"
#include "common/systems/faults/fault_text.hpp"

namespace ldfi::config {
namespace {

/// Returns true if the command line has set this value.
bool is_of_command_line(const YamlNode& node) {
  return node.where.file == FileId(~0U);
}

/// Returns a description of the values that a key may have instead of a number. Empty if it must be
/// a number.
std::string_view other_forms(const OptionRow& row) {
  if (row.kind == Kind::amount) return ", all, none, or a map with most";
  return system_keys_in(row.yaml).empty() ? "" : ", or a map with most";
}

template <class Number>
bool reads(std::string_view text, Number& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

MapReader::MapReader(const YamlNode& map, std::string path, std::vector<Diagnostic>& problems,
                     std::string keys)
    : map_(map), path_(std::move(path)), problems_(problems), keys_(std::move(keys)) {
  if (keys_.empty()) keys_ = path_;
  if (map.type == YamlNode::Type::map || map.type == YamlNode::Type::refused) return;
  fail(map, fmt::format("{} takes a map, not {}", path_, describe(map)));
}

void MapReader::fail(const YamlNode& at, std::string message, std::vector<std::string> hints) {
  problems_.push_back(
      {Severity::error, "config-system", range_of(at), std::move(message), std::move(hints)});
}

std::string MapReader::name_of(std::string_view key) const {
  return key_path(path_, key);
}

const OptionRow& MapReader::row_of(std::string_view key) const {
  return system_key(key_path(keys_, key));
}

void MapReader::only(std::string_view form) {
  std::vector<std::string> known;
  for (const OptionRow* row : system_keys_in(keys_)) {
    if (row->form == form) known.emplace_back(last_part(row->yaml));
  }
  only(known);
}

void MapReader::only(const std::vector<std::string>& keys) {
  for (const YamlNode& entry : map_.children) {
    if (map_.type != YamlNode::Type::map || std::ranges::count(keys, entry.key) > 0) continue;
    const std::string near = closest(entry.key, keys);
    problems_.push_back(
        {Severity::error,
         "yaml-unknown-key",
         entry.key_where,
         fmt::format("{} has no key {}", path_.empty() ? "the config of a system" : path_,
                     shown(entry.key)),
         {did_you_mean(near, fmt::format("the keys here are {}", fmt::join(keys, ", ")))}});
  }
}

void MapReader::refuse_other(systems::Kind kind) {
  const bool runner = kind == systems::Kind::runner;
  for (const OptionRow* row : system_keys_in(keys_)) {
    if (row->applies_to != (runner ? AppliesTo::nodes : AppliesTo::runner)) continue;
    const std::string_view key = last_part(row->yaml);
    const YamlNode* const node = find(key);
    if (node == nullptr) continue;
    fail(*node,
         runner ? fmt::format("{} is only for nodes: a runner decides this itself", name_of(key))
                : fmt::format("{} is only for runners: for nodes, system.time decides this",
                              name_of(key)));
  }
}

void MapReader::read(SystemConfig& out) {
  const bool runner = out.plan.kind == systems::Kind::runner;
  std::vector<const OptionRow*> rows = system_keys_in(keys_);
  std::erase_if(rows, [runner](const OptionRow* row) {
    return row->applies_to == (runner ? AppliesTo::nodes : AppliesTo::runner);
  });
  for (const OptionRow* row : rows) {
    if (row->required) need(last_part(row->yaml));
  }
  for (const OptionRow* row : rows) {
    const std::string_view key = last_part(row->yaml);
    if (row->kind == Kind::reserved) refuse_reserved(key);
    if (system_keys_in(row->yaml).empty()) read_one(key, out);
  }
}

void MapReader::read_one(std::string_view key, SystemConfig& out) {
  const OptionRow& row = row_of(key);
  if (row.assign == nullptr) return;
  if (const auto read = value(row)) row.assign(out, *read);
}

void MapReader::refuse_reserved(std::string_view key) {
  const YamlNode* const node = find(key);
  if (node == nullptr || (node->type == YamlNode::Type::scalar && node->text == "0")) return;
  fail(*node, fmt::format("{} is not supported for real systems yet", name_of(key)),
       {"docs/reference/faults.md lists the supported faults"});
}

std::optional<Value> MapReader::value(const OptionRow& row) {
  const std::string_view key = last_part(row.yaml);
  const auto as_value = [](const auto& read) {
    return read ? std::optional<Value>(static_cast<std::uint64_t>(*read)) : std::nullopt;
  };
  switch (row.kind) {
    case Kind::toggle: {
      const auto read = toggle(key);
      return read ? std::optional<Value>(*read) : std::nullopt;
    }
    case Kind::choice:
      return as_value(choice(key));
    case Kind::time:
      return as_value(duration(key));
    case Kind::percent:
      return as_value(percent(key));
    case Kind::words:
      return words(key);
    default:
      return as_value(number(key));
  }
}

const YamlNode* MapReader::find(std::string_view key) const {
  if (map_.type != YamlNode::Type::map) return nullptr;
  const auto found = std::ranges::find(map_.children, key, &YamlNode::key);
  if (found == map_.children.end() || found->type == YamlNode::Type::refused) return nullptr;
  return &*found;
}

bool MapReader::is_mistyped(std::string_view key) const {
  std::vector<std::string> known;
  for (const OptionRow* row : system_keys_in(keys_)) known.emplace_back(last_part(row->yaml));
  return std::ranges::any_of(map_.children, [&](const YamlNode& entry) {
    return std::ranges::count(known, entry.key) == 0 && closest(entry.key, known) == key;
  });
}

const YamlNode* MapReader::need(std::string_view key) {
  return need(key, row_of(key).missing);
}

const YamlNode* MapReader::need(std::string_view key, std::string_view what) {
  const bool own_place = map_.key.empty() || is_of_command_line(map_);
  return need(key, what, own_place ? map_.where : map_.key_where);
}

const YamlNode* MapReader::need(std::string_view key, const YamlNode& other) {
  const std::string_view what = row_of(key).missing;
  return is_of_command_line(other) ? need(key, what, other.where) : need(key, what);
}

const YamlNode* MapReader::need(std::string_view key, std::string_view what, SourceRange where) {
  const YamlNode* const out = find(key);
  if (out == nullptr && map_.type == YamlNode::Type::map && !is_mistyped(key)) {
    problems_.push_back({Severity::error,
                         "config-missing",
                         where,
                         fmt::format("{} is missing: {}", name_of(key), what),
                         {}});
  }
  return out;
}

std::optional<std::string> MapReader::word(std::string_view key) {
  const YamlNode* const node = find(key);
  if (node == nullptr) return std::nullopt;
  if (node->type == YamlNode::Type::scalar && !node->text.empty()) return node->text;
  fail(*node, fmt::format("{} takes a word, not {}", name_of(key), describe(*node)));
  return std::nullopt;
}

std::vector<std::string> MapReader::words(std::string_view key) {
  std::vector<std::string> out;
  const YamlNode* const node = find(key);
  if (node == nullptr) return out;
  if (node->type != YamlNode::Type::list) {
    fail(*node, fmt::format("{} takes a list, not {}", name_of(key), describe(*node)));
    return out;
  }
  for (const YamlNode& one : node->children) {
    if (one.type == YamlNode::Type::scalar && !one.text.empty() &&
        one.text.find('\0') == std::string::npos) {
      out.push_back(one.text);
    } else if (one.type != YamlNode::Type::refused) {
      fail(one, fmt::format("{} takes words, not {}", name_of(key), describe(one)));
    }
  }
  return out;
}

std::vector<std::string> MapReader::some_words(std::string_view key) {
  const YamlNode* const node = find(key);
  if (node != nullptr && node->type == YamlNode::Type::list && node->children.empty()) {
    fail(*node, fmt::format("{} is an empty list, which allows nothing", name_of(key)),
         {"write at least one entry"});
  }
  return words(key);
}

std::optional<std::uint64_t> MapReader::number(std::string_view key) {
  const YamlNode* const node = find(key);
  if (node == nullptr) return std::nullopt;
  const OptionRow& row = row_of(key);
  std::uint64_t out = 0;
  const bool good = node->type == YamlNode::Type::scalar && !node->quoted && reads(node->text, out);
  if (good && out >= row.low && out <= row.high) return out;
  fail(*node, fmt::format("{} takes an integer from {} to {}{}", name_of(key), row.low, row.high,
                          other_forms(row)));
  return std::nullopt;
}

std::optional<std::int64_t> MapReader::duration(std::string_view key) {
  const YamlNode* const node = find(key);
  if (node == nullptr) return std::nullopt;
  const auto out =
      node->type == YamlNode::Type::scalar ? systems::read_duration(node->text) : std::nullopt;
  if (!out) {
    fail(*node, fmt::format("{} takes a time such as 4s, 100ms, 20us or 5ns", name_of(key)));
  }
  return out;
}

std::optional<std::uint64_t> MapReader::percent(std::string_view key) {
  const YamlNode* const node = find(key);
  if (node == nullptr) return std::nullopt;
  const auto out = node->type == YamlNode::Type::scalar ? read_percent(node->text) : std::nullopt;
  if (!out) {
    fail(
        *node,
        fmt::format("{} takes a percentage from 0% to 100%, not {}", name_of(key),
                    node->type == YamlNode::Type::scalar ? beginning(node->text) : describe(*node)),
        {"write it as 5% or 0.5%, with four decimals at most"});
  }
  return out;
}

std::optional<std::size_t> MapReader::choice(std::string_view key) {
  const std::vector<std::string>& values = row_of(key).choices;
  const auto text = word(key);
  if (!text) return std::nullopt;
  const auto found = std::ranges::find(values, *text);
  if (found != values.end()) return static_cast<std::size_t>(found - values.begin());
  const std::string near = closest(*text, values);
  fail(*find(key),
       fmt::format("{} is one of {}, not {}", name_of(key), fmt::join(values, ", "), shown(*text)),
       as_hints(did_you_mean(near)));
  return std::nullopt;
}

std::optional<bool> MapReader::toggle(std::string_view key) {
  const auto word = choice(key);
  return word ? std::optional(row_of(key).choices.at(*word) == "true") : std::nullopt;
}

}  // namespace ldfi::config
