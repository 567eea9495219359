#include "common/config/weights.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "common/base/did_you_mean.hpp"
#include "common/base/text.hpp"
#include "common/config/config_reader.hpp"
#include "common/systems/faults/kinds.hpp"

namespace ldfi::config {
namespace {

/// Returns the kind and the number of an item. Both are empty if the item has no `=`.
std::pair<std::string_view, std::string_view> split(std::string_view item) {
  const std::size_t sign = item.find('=');
  if (sign == std::string_view::npos) return {};
  return {item.substr(0, sign), item.substr(sign + 1)};
}

std::vector<std::string> kinds() {
  std::vector<std::string> out{kind_names.begin(), kind_names.end()};
  for (const std::string_view one : systems::kind_names) {
    if (kind_named(one) == kind_count) out.emplace_back(one);
  }
  return out;
}

Refusal unknown_kind(std::string_view name) {
  return {fmt::format("there is no kind of fault {}", shown(name)),
          {did_you_mean(closest(name, kinds()),
                        fmt::format("the kinds are {}", fmt::join(kinds(), ", ")))}};
}

/// Returns the largest number of faults of a kind in any Fspec that is searched.
template <class FaultKind>
std::optional<int> largest_number(const Options& o, FaultKind*) {
  if constexpr (std::is_same_v<FaultKind, Crash>) {
    if (o.sweep && o.grid() && !o.sweep_crashes.empty()) return o.sweep_crashes.back();
  }
  if constexpr (std::is_same_v<FaultKind, Delay>) {
    if (o.delay_max == 0) return 0;
  }
  return o.most.of<FaultKind>();
}

/// Returns the last tick at which some Fspec of the run admits faults that must end by EFF.
int last_bounded_tick(const Options& o) {
  const bool grid = o.sweep && o.grid();
  // The sweep of [LDFI15] increases EFF. A missing EFF is reported by another check.
  const int eff = grid && !o.sweep_eff.empty() ? o.sweep_eff.back()
                  : o.sweep                    ? Fspec::max_eot
                                               : o.eff.value_or(Fspec::max_eot);
  return o.eff_mode == EffMode::exclusive ? eff - 1 : eff;
}

/// Returns true if any Fspec that is searched admits faults of this kind.
bool admits(const Options& o, std::string_view kind) {
  bool out = false;
  each_kind([&]<class FaultKind>(FaultKind* faults) {
    if (kind_names[index_of<FaultKind>] != kind) return;
    const bool bounded = FaultKind::span == Span::point || FaultKind::span == Span::interval;
    out = admits_some(largest_number(o, faults)) && (!bounded || last_bounded_tick(o) >= 1);
  });
  return out;
}

/// Returns for each kind of fault whether the Fspec admits it.
systems::KindMap<bool> admitted_by(const systems::Fspec& fspec) {
  systems::KindMap<bool> out;
  systems::each_kind([&]<class FaultKind>(FaultKind*) {
    out.of<FaultKind>() = systems::admits_some<FaultKind>(fspec);
  });
  return out;
}

}  // namespace

std::vector<std::string> weights_of_systems() {
  return {systems::kind_names.begin(), systems::kind_names.end()};
}

std::string wrong_weights(const std::vector<std::string>& items, const systems::Fspec& fspec) {
  const auto& kinds = systems::kind_names;
  const systems::KindMap<bool> admitted = admitted_by(fspec);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (check_weight(items, i)) continue;
    const std::string_view name = split(items[i]).first;
    const auto* const kind = std::ranges::find(kinds, name);
    if (kind == kinds.end()) {
      return fmt::format("real systems have no {}: kinds are {} and {}", name,
                         fmt::join(kinds.begin(), kinds.end() - 1, ", "), kinds.back());
    }
    if (!admitted.values.at(static_cast<std::size_t>(kind - kinds.begin()))) {
      return fmt::format("the Fspec admits no {}, so their weight has no effect", name);
    }
  }
  const FaultWeights weights = weights_of(items);
  bool never = true;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const auto weight = weights.named(kinds[kind]);
    never = never && (!admitted.values[kind] || weight == 0);
  }
  return !items.empty() && never ? "all kinds of faults that the Fspec admits have weight 0: give "
                                   "one of them a larger weight"
                                 : "";
}

std::optional<Refusal> check_weight(const std::vector<std::string>& items, std::size_t index) {
  const std::string& item = items.at(index);
  const auto [kind, number] = split(item);
  if (kind.empty()) {
    return Refusal{fmt::format("{} is not KIND=NUMBER", shown(item)),
                   {"write it as omissions=1,crashes=0.2"}};
  }
  if (std::ranges::count(kinds(), kind) == 0) return unknown_kind(kind);
  for (std::size_t i = 0; i < index; ++i) {
    if (split(items[i]).first == kind) {
      return Refusal{fmt::format("the weight of {} is given twice", kind), {}};
    }
  }
  if (read_weight(number)) return std::nullopt;
  return Refusal{
      fmt::format("{} is not a weight: the weight of {} must be 0..{}, with at most six decimals",
                  shown(number), kind, show_weight(FaultWeights::most)),
      {}};
}

FaultWeights weights_of(const std::vector<std::string>& items) {
  FaultWeights out;
  for (const std::string& item : items) {
    const auto [kind, number] = split(item);
    const std::size_t index = kind_named(kind);
    const auto weight = read_weight(number);
    if (!weight) continue;
    if (index < kind_count) {
      out.kinds.values[index] = *weight;
    } else if (std::ranges::count(systems::kind_names, kind) > 0 && *weight != FaultWeights::one) {
      out.others[std::string(kind)] = *weight;
    }
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
    problem("config-search", {"weights", "strategy"}, "--weights needs --strategy random");
    return;
  }
  if (o.count) {
    problem("config-search", {"weights", "count"}, "--count supports no --weights");
  }
  const FaultWeights weights = weights_of(o.weights);
  bool some = false;
  for (std::size_t kind = 0; kind < kind_count; ++kind) {
    some = some || (admits(o, kind_names[kind]) && weights.kinds.values[kind] > 0);
  }
  for (std::size_t i = 0; i < o.weights.size(); ++i) {
    const std::string_view kind = split(o.weights[i]).first;
    if (check_weight(o.weights, i) || admits(o, kind)) continue;
    problem("config-search", {"weights"},
            fmt::format("the Fspec admits no {}, so their weight has no effect", kind));
    some = true;  // true to avoid a second message, because this was reported already
  }
  if (!some) {
    problem("config-search", {"weights"},
            "all kinds of faults that the Fspec admits have weight 0: give one of them a larger "
            "weight");
  }
}

/// Reads weights such as `{omissions: 1, crashes: 0.2}`.
void ConfigReader::weights(const OptionRow& row, const YamlNode& node) {
  if (node.type != YamlNode::Type::map) return wrong_type(row, node);
  if (node.children.empty()) {
    report("config-value", node.where, fmt::format("{}: the map is empty", row.yaml));
  }
  const auto no_number = [&](const YamlNode& entry) {
    report("config-type", range_of(entry),
           fmt::format("{} takes numbers, not {}", row.yaml, describe(entry)));
  };
  const auto refused = [&](const YamlNode& entry, const Refusal& refusal) {
    report("config-value", entry.key_where, fmt::format("{}: {}", row.yaml, refusal.message),
           refusal.hints);
  };
  row.assign(out_.options, read_weights(node, no_number, refused));
}

}  // namespace ldfi::config
