#include "common/config/system_fspec.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/text.hpp"
#include "common/config/config_reader.hpp"
#include "common/systems/faults/fault_text.hpp"

namespace ldfi::config {
namespace {

using systems::Plan;

/// Returns a list of times or durations. Reports a list that does not ascend.
std::vector<std::int64_t> times(MapReader& map, std::string_view key) {
  std::vector<std::int64_t> out;
  for (const std::string& text : map.some_words(key)) {
    const auto one = systems::read_duration(text);
    if (one && *one > 0 && std::ranges::find(out, *one) == out.end()) {
      out.push_back(*one);
    } else {
      map.fail(*map.find(key),
               fmt::format("{} is not a time such as 200ms, or is listed twice", shown(text)));
    }
  }
  std::ranges::sort(out);
  return out;
}

std::vector<std::string> nodes_in(MapReader& map, std::string_view key, const Plan& plan) {
  const std::vector<std::string> words = map.some_words(key);
  std::vector<std::string> out;
  for (const std::string& name : words) {
    const bool twice = std::ranges::find(out, name) != out.end();
    if (!twice && std::ranges::count(plan.nodes, name) > 0) {
      out.push_back(name);
      continue;
    }
    map.fail(*map.find(key), shown(name) + (twice ? " is listed twice" : " is not a node"));
  }
  return out;
}

/// Returns a border around each set that has half of the nodes, rounded down. If the number of
/// nodes is even, leaves out sets without the first node, because they have the same borders.
std::vector<systems::Border> halves(const std::vector<std::string>& nodes) {
  std::vector<systems::Border> out;
  std::vector<bool> chosen(nodes.size());
  std::fill_n(chosen.begin(), nodes.size() / 2, true);
  do {
    if (nodes.size() % 2 == 0 && !chosen.front()) break;
    systems::Border one;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (chosen[i]) one.side.insert(nodes[i]);
    }
    out.push_back(std::move(one));
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
  return out;
}

std::vector<systems::Border> borders_of(const std::string& word,
                                        const std::vector<std::string>& nodes) {
  std::vector<systems::Border> out;
  if (word == "nodes" && nodes.size() > 1) {
    for (const std::string& one : nodes) out.push_back({{one}, ""});
  } else if (word == "channels") {
    for (const std::string& from : nodes) {
      for (const std::string& to : nodes) {
        if (from != to) out.push_back({{from}, to});
      }
    }
  } else if (word == "halves" && nodes.size() > 1) {
    out = halves(nodes);
  } else if (const auto one = systems::read_border(word)) {
    out.push_back(*one);
  }
  return out;
}

/// Stores those limits of a kind that MapReader::read() does not store, row by row.
class LimitsReader {
 public:
  /// `map` is the map with the limits of the kind.
  LimitsReader(MapReader& map, Plan& plan) : map_(map), plan_(plan), fspec_(plan.fspec) {}

  template <class Limits, class Number>
  void operator()(const systems::Most<Limits, Number>&) {}
  template <class Limits>
  void operator()(const systems::Toggle<Limits>&) {}
  template <class Limits>
  void operator()(const systems::Order<Limits>&) {}
  template <class Limits>
  void operator()(const systems::Lengths<Limits>& row) {
    fspec_.*row.field = times(map_, row.key);
  }
  template <class Limits>
  void operator()(const systems::Times<Limits>& row) {
    fspec_.*row.field = times(map_, row.key);
  }
  template <class Limits>
  void operator()(const systems::NodeNames<Limits>& row) {
    if (map_.find(row.key) != nullptr) fspec_.*row.field = nodes_in(map_, row.key, plan_);
  }
  template <class Limits>
  void operator()(const systems::Latenesses<Limits>& row) {
    std::vector<systems::Lateness>& values = fspec_.*row.field;
    const YamlNode* const behind = map_.find(row.behind_key);
    const YamlNode* const within = map_.find(row.within_key);
    const std::uint64_t activations = map_.number(row.behind_key).value_or(0);
    for (std::uint64_t k = 1; k <= activations; ++k) values.push_back(systems::behind(k));
    if (activations > 0) map_.need(row.within_key, *behind);
    fspec_.*row.within = map_.duration(row.within_key).value_or(behind == nullptr ? 0 : 1);
    if (behind == nullptr && within != nullptr) {
      map_.fail(*within, fmt::format("{} is for {}", map_.name_of(row.within_key),
                                     map_.name_of(row.behind_key)));
    } else if (behind != nullptr && !is_length(fspec_.*row.within)) {
      map_.fail(*within, "the time must be more than 0 and at most 1000 hours");
    }
    if (behind == nullptr) map_.need(row.key);
    const std::vector<std::int64_t> some = times(map_, row.key);
    values.insert(values.end(), some.begin(), some.end());
  }
  template <class Limits>
  void operator()(const systems::Windows<Limits>& row) {
    std::int64_t& window = fspec_.*row.window;
    window = map_.duration(row.window_key).value_or(1);
    if (!is_length(window)) {
      map_.fail(*map_.find(row.window_key),
                "the time of a partition must be more than 0 and at most 1000 hours");
      window = 1;
    }
    for (const std::string& word : map_.some_words(row.borders_key)) {
      add_borders(*map_.find(row.borders_key), word, fspec_.*row.borders);
    }
  }

 private:
  static bool is_length(std::int64_t time) { return time > 0 && time <= systems::longest_wait; }

  void add_borders(const YamlNode& at, const std::string& word, std::vector<systems::Border>& out) {
    constexpr std::size_t most_halves = 16;  // for 16 nodes, there are 6435 halves
    if (word == "halves" && plan_.nodes.size() > most_halves) {
      return map_.fail(at, fmt::format("halves are for at most {} nodes", most_halves),
                       {"name the cuts, such as \"n0 n1\""});
    }
    const std::vector<systems::Border> some = borders_of(word, plan_.nodes);
    if (some.empty() && !plan_.nodes.empty()) {
      map_.fail(at, fmt::format("{} is not a cut", shown(word)),
                {"cuts are nodes, channels, halves, \"n0 n1\" or \"n0>n1\"; a cut of one direction "
                 "is between two nodes"});
    }
    for (const systems::Border& one : some) {
      std::vector<std::string> names(one.side.begin(), one.side.end());
      if (!one.to.empty()) names.push_back(one.to);
      for (const std::string& name : names) {
        if (fspec_.has_node(name)) continue;
        map_.fail(at, fmt::format("{} is not a node", shown(name)));
      }
      if (std::ranges::find(out, one) == out.end()) out.push_back(one);
    }
  }

  MapReader& map_;
  Plan& plan_;
  systems::Fspec& fspec_;
};

/// Reads a limit that is just a number, and sets the durations that this number implies.
template <class FaultKind>
void read_most(const YamlNode& node, MapReader& map, SystemConfig& config) {
  Plan& plan = config.plan;
  map.read_one(FaultKind::key.name, config);
  systems::each_limit<FaultKind>([&]<class Row>(const Row& row) {
    if constexpr (requires { row.no_latency; }) {
      if (plan.latency == 0) map.fail(node, std::string(row.no_latency), {std::string(row.hint)});
      if (FaultKind::most(plan.fspec) != 0U) plan.fspec.*row.field = {plan.latency};
    }
  });
}

/// Reads a limit that is `all`, `none` or a number.
template <class FaultKind>
void read_amount(const YamlNode& node, MapReader& map, systems::Fspec& fspec) {
  auto& most = fspec.*std::get<0>(FaultKind::rows).field;
  most = node.text == "none" ? std::optional<std::uint64_t>(0) : map.number(FaultKind::key.name);
}

template <class FaultKind>
void read_limits(MapReader& map, SystemConfig& config, std::vector<Diagnostic>& problems) {
  using systems::LimitForm;
  constexpr LimitForm form = FaultKind::key.form;
  const YamlNode* const node = map.find(FaultKind::key.name);
  if (node == nullptr) return;
  const bool is_map = node->type == YamlNode::Type::map;
  if constexpr (form == LimitForm::zero) {
    if (node->type == YamlNode::Type::scalar && node->text == "0") return;
  } else if constexpr (form == LimitForm::number) {
    if (!is_map) return read_most<FaultKind>(*node, map, config);
  } else if constexpr (form == LimitForm::amount) {
    if (node->text == "all") return;
    if (!is_map) return read_amount<FaultKind>(*node, map, config.plan.fspec);
  }
  MapReader inner(*node, map.name_of(FaultKind::key.name), problems);
  inner.only();
  // Without a limit (`most`), the keys for nodes and moments have no meaning and are refused.
  constexpr bool has_moments = FaultKind::key.flat && form == LimitForm::number;
  if (has_moments && inner.need("most") == nullptr) return;
  inner.read(config);
  LimitsReader reader(inner, config.plan);
  systems::each_limit<FaultKind>([&](const auto& row) { reader(row); });
}

/// Reports a problem if the system cannot have faults of this kind.
template <class FaultKind>
void check_kind(MapReader& map, const Plan& plan) {
  if constexpr (requires { FaultKind::misfit(plan); }) {
    const auto misfit = FaultKind::misfit(plan);
    if (!misfit) return;
    const YamlNode* at = map.find(FaultKind::key.name);
    if (!misfit->key.empty()) {
      at = &*std::ranges::find(at->children, misfit->key, &YamlNode::key);
    }
    map.fail(*at, std::string(misfit->message), {std::string(misfit->hint)});
  }
}

bool is_time(const YamlNode* node) {
  return node != nullptr && node->type == YamlNode::Type::scalar &&
         systems::read_duration(node->text);
}

/// Checks that the times of the Fspec are in order.
void check_times(MapReader& map, const Plan& plan) {
  const systems::Fspec& fspec = plan.fspec;
  if (plan.eot > systems::longest_wait)
    map.fail(*map.find("eot"), "an execution has at most 1000 hours");
  const YamlNode* const eff = map.find("eff");
  if (eff != nullptr && fspec.eff > plan.eot) map.fail(*eff, "fspec.eff is later than fspec.eot");
  if (fspec.from > fspec.eff && map.find("from") != nullptr) {
    map.fail(*map.find("from"), "fspec.from is later than fspec.eff, so no message could fail");
  }
}

}  // namespace

void admit_all_nodes(Plan& plan) {
  systems::each_kind([&]<class FaultKind>(FaultKind*) {
    systems::each_limit<FaultKind>([&](const auto& row) {
      if constexpr (requires { row.may; }) plan.fspec.*row.field = plan.nodes;
    });
  });
}

void read_system_fspec(MapReader& map, SystemConfig& config, std::vector<Diagnostic>& problems) {
  map.only();
  map.read(config);
  systems::Fspec& fspec = config.plan.fspec;
  // A missing or wrong EOT was already reported, so it must not cause a second problem.
  if (!is_time(map.find("eot"))) config.plan.eot = systems::longest_wait;
  const YamlNode* const eff = map.find("eff");
  fspec.eff = eff == nullptr ? config.plan.eot : map.duration("eff").value_or(config.plan.eot);
  check_times(map, config.plan);
  const auto read = [&]<class FaultKind>(FaultKind*) {
    read_limits<FaultKind>(map, config, problems);
    if (!std::is_same_v<FaultKind, systems::Crash>) check_kind<FaultKind>(map, config.plan);
  };
  systems::each_kind([&]<class FaultKind>(FaultKind* kind) {
    // Problems of the command line have no place and stay in this order: delays come before
    // restarts.
    if (std::is_same_v<FaultKind, systems::Restart>) read(static_cast<systems::Delay*>(nullptr));
    if (!std::is_same_v<FaultKind, systems::Delay>) read(kind);
  });
  check_kind<systems::Crash>(map, config.plan);  // must be the last, because it depends on restarts
}

}  // namespace ldfi::config
