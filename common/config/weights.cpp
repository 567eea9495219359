#include "common/config/weights.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "common/base/text.hpp"
#include "common/config/config_reader.hpp"

namespace ldfi::config {
namespace {

/// Kind and number; both are empty if there is no `=`.
std::pair<std::string_view, std::string_view> split(std::string_view item) {
  const std::size_t sign = item.find('=');
  if (sign == std::string_view::npos) return {};
  return {item.substr(0, sign), item.substr(sign + 1)};
}

std::vector<std::string> kinds() {
  std::vector<std::string> out;
  for (const FaultWeights::Entry& entry : FaultWeights::entries()) out.emplace_back(entry.name);
  return out;
}

Refusal unknown_kind(std::string_view name) {
  Refusal out{fmt::format("there is no kind of fault {}", word_or_quoted(brief(name))), {}};
  if (const auto near = closest(name, kinds()); !near.empty()) {
    out.hints.push_back(fmt::format("did you mean {}?", near));
  } else {
    out.hints.push_back(fmt::format("there are {}", fmt::join(kinds(), ", ")));
  }
  return out;
}

/// True if the largest Fspec that is searched admits faults of that kind.
bool admits(const Options& o, std::string_view kind) {
  const bool grid = o.sweep && o.grid();
  // The published sweep lets EFF grow; an EFF that is missing is reported by others.
  const int eff = grid && !o.sweep_eff.empty() ? o.sweep_eff.back()
                  : o.sweep                    ? Fspec::max_eot
                                               : o.eff.value_or(Fspec::max_eot);
  const int last = o.eff_mode == EffMode::exclusive ? eff - 1 : eff;
  const int crashes = grid && !o.sweep_crashes.empty() ? o.sweep_crashes.back() : o.crashes;
  if (kind == "crashes") return crashes > 0;
  if (kind == "delays") return o.delay_max > 0 && o.delay_count.value_or(1) > 0;
  if (kind == "duplicates") return o.duplicates > 0;
  if (kind == "disk-dead") return o.disk_dead > 0;
  if (last < 1) return false;
  if (kind == "omissions") return o.omissions.value_or(1) > 0;
  if (kind == "restarts") return o.restarts > 0;
  if (kind == "partitions") return o.partitions > 0;
  if (kind == "pauses") return o.pauses > 0;
  if (kind == "disk-write") return o.disk_write > 0;
  if (kind == "disk-corrupt") return o.disk_corrupt > 0;
  return o.disk_writeback > 0;
}

struct SystemKind {
  std::string_view name;
  bool admitted = false;
};

std::array<SystemKind, 7> kinds_of(const systems::Fspec& fspec) {
  return {{{"omissions", fspec.omissions != 0U},
           {"crashes", fspec.crashes > 0},
           {"restarts", fspec.restarts > 0},
           {"delays", !fspec.delays.empty() && fspec.delayed != 0U},
           {"duplicates", fspec.duplicates > 0},
           {"partitions", fspec.partitions > 0},
           {"pauses", fspec.pauses > 0}}};
}

}  // namespace

std::string wrong_weights(const std::vector<std::string>& items, const systems::Fspec& fspec) {
  const std::array<SystemKind, 7> kinds = kinds_of(fspec);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (check_weight(items, i)) continue;
    const std::string_view name = split(items[i]).first;
    const auto* const kind = std::ranges::find(kinds, name, &SystemKind::name);
    if (kind == kinds.end()) {
      return fmt::format(
          "real systems have no {}: kinds are omissions, crashes, restarts, delays, "
          "duplicates, partitions and pauses",
          name);
    }
    if (!kind->admitted) {
      return fmt::format("the Fspec admits no {}, so their weight means nothing", name);
    }
  }
  const FaultWeights weights = weights_of(items);
  const auto never = [&weights](const SystemKind& kind) {
    return !kind.admitted || weights.*FaultWeights::find(kind.name)->of == 0;
  };
  return !items.empty() && std::ranges::all_of(kinds, never)
             ? "all kinds of faults that the Fspec admits have weight 0: nothing would ever happen"
             : "";
}

std::optional<Refusal> check_weight(const std::vector<std::string>& items, std::size_t index) {
  const std::string& item = items.at(index);
  const auto [kind, number] = split(item);
  if (kind.empty()) {
    return Refusal{fmt::format("{} is no KIND=NUMBER", word_or_quoted(brief(item))),
                   {"write it as omissions=1,crashes=0.2"}};
  }
  if (!FaultWeights::find(kind)) return unknown_kind(kind);
  for (std::size_t i = 0; i < index; ++i) {
    if (split(items[i]).first == kind) {
      return Refusal{fmt::format("the weight of {} is given twice", kind), {}};
    }
  }
  if (read_weight(number)) return std::nullopt;
  return Refusal{fmt::format("{} is no weight: that of {} must be 0..{}, with six decimals at "
                             "most",
                             word_or_quoted(brief(number)), kind, show_weight(FaultWeights::most)),
                 {}};
}

FaultWeights weights_of(const std::vector<std::string>& items) {
  FaultWeights out;
  for (const std::string& item : items) {
    const auto [kind, number] = split(item);
    const auto entry = FaultWeights::find(kind);
    const auto weight = read_weight(number);
    if (entry && weight) out.*(entry->of) = *weight;
  }
  return out;
}

std::vector<std::string> read_weights(
    const YamlNode& map, const std::function<void(const YamlNode&)>& no_number,
    const std::function<void(const YamlNode&, const Refusal&)>& refused) {
  std::vector<std::string> out;
  for (const YamlNode& entry : map.children) {
    if (entry.type == YamlNode::Type::refused) continue;
    if (entry.type != YamlNode::Type::scalar || entry.quoted) {
      no_number(entry);
      continue;
    }
    out.push_back(entry.key + "=" + entry.text);
    if (const auto refusal = check_weight(out, out.size() - 1)) refused(entry, *refusal);
  }
  return out;
}

void check_weights(const Options& o, const Problem& problem) {
  if (o.weights.empty()) return;
  if (o.strategy != StrategyName::random) {
    problem("config-search", {"weights", "strategy"},
            "--weights is for --strategy random: other searches draw nothing");
    return;
  }
  if (o.count) {
    problem("config-search", {"weights", "count"},
            "--count computes what random draws without weights find");
  }
  const FaultWeights weights = weights_of(o.weights);
  bool some = false;
  for (const FaultWeights::Entry& entry : FaultWeights::entries()) {
    some = some || (admits(o, entry.name) && weights.*entry.of > 0);
  }
  for (std::size_t i = 0; i < o.weights.size(); ++i) {
    const std::string_view kind = split(o.weights[i]).first;
    if (check_weight(o.weights, i) || admits(o, kind)) continue;
    problem("config-search", {"weights"},
            fmt::format("the Fspec admits no {}, so their weight means nothing", kind));
    some = true;  // that is told already
  }
  if (!some) {
    problem("config-search", {"weights"},
            "all kinds of faults that the Fspec admits have weight 0: nothing would ever happen");
  }
}

/// `{omissions: 1, crashes: 0.2}`
void ConfigReader::weights(const OptionRow& row, const YamlNode& node) {
  if (node.type != YamlNode::Type::map) return wrong_type(row, node);
  if (node.children.empty()) {
    report("config-value", node.where, fmt::format("{}: the map is empty", row.yaml));
  }
  const auto no_number = [&](const YamlNode& entry) {
    report("config-type", shown(entry),
           fmt::format("{} takes numbers, not {}", row.yaml, describe(entry)));
  };
  const auto refused = [&](const YamlNode& entry, const Refusal& refusal) {
    report("config-value", entry.key_where, fmt::format("{}: {}", row.yaml, refusal.message),
           refusal.hints);
  };
  row.assign(out_.options, read_weights(node, no_number, refused));
}

}  // namespace ldfi::config
