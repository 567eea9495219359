#include "common/config/system_fspec.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/text.hpp"
#include "common/config/config_reader.hpp"
#include "common/systems/fault_text.hpp"

namespace ldfi::config {
namespace {

using systems::Plan;

/// Times, or lengths of time, ascending.
std::vector<std::int64_t> times(MapReader& map, const char* key) {
  std::vector<std::int64_t> out;
  for (const std::string& text : map.words(key)) {
    const auto one = systems::read_duration(text);
    if (one && *one > 0 && std::ranges::find(out, *one) == out.end()) {
      out.push_back(*one);
    } else {
      map.fail(*map.find(key),
               fmt::format("{} is no time such as 200ms, or stands there twice", shown(text)));
    }
  }
  std::ranges::sort(out);
  return out;
}

/// How long something lasts that there may be.
std::vector<std::int64_t> lengths(MapReader& map, const char* key) {
  std::vector<std::int64_t> out = times(map, key);
  const YamlNode* const node = map.find(key);
  if (node != nullptr && node->type == YamlNode::Type::list && node->children.empty()) {
    map.fail(*node, map.name_of(key) + " has no time");
  }
  return out;
}

std::vector<std::string> nodes_in(MapReader& map, const Plan& plan) {
  const std::vector<std::string> words = map.words("nodes");
  std::vector<std::string> out;
  for (const std::string& name : words) {
    const bool twice = std::ranges::find(out, name) != out.end();
    if (!twice && std::ranges::count(plan.nodes, name) > 0) {
      out.push_back(name);
      continue;
    }
    map.fail(*map.find("nodes"), shown(name) + (twice ? " stands there twice" : " is no node"));
  }
  return out;
}

void crashes(MapReader& map, SystemConfig& config, std::vector<Diagnostic>& problems) {
  systems::Fspec& fspec = config.plan.fspec;
  const YamlNode* const node = map.find("crashes");
  if (node == nullptr) return;
  if (node->type != YamlNode::Type::map) return map.read_one("crashes", config);
  MapReader inner(*node, "fspec.crashes", problems);
  inner.only();
  if (inner.need("most") == nullptr) return;
  inner.read(config);
  if (inner.find("at") != nullptr) {
    fspec.crash_times = times(inner, "at");
    if (fspec.crash_times.empty()) inner.fail(*inner.find("at"), "fspec.crashes.at has no time");
  }
  if (inner.find("nodes") != nullptr) fspec.crashable = nodes_in(inner, config.plan);
}

/// Behind how many things that their receivers do messages may come, and how long they wait at most.
void behind(MapReader& map, Plan& plan) {
  systems::Fspec& fspec = plan.fspec;
  const YamlNode* const node = map.find("behind");
  const YamlNode* const within = map.find("within");
  fspec.behind_within = map.duration("within").value_or(node == nullptr ? 0 : 1);
  if (node == nullptr) {
    if (within != nullptr) map.fail(*within, "fspec.delays.within is for fspec.delays.behind");
    return;
  }
  const std::uint64_t activations = map.number("behind").value_or(0);
  for (std::uint64_t k = 1; k <= activations; ++k) fspec.delays.push_back(systems::behind(k));
  if (activations > 0) {
    map.need("within");
  }
  if (fspec.behind_within == 0 || fspec.behind_within > 1000 * hour) {
    map.fail(*within, "a message waits for more than no time, and at most 1000 hours");
  }
  if (activations > 0 && plan.time == systems::Time::plain && plan.kind == systems::Kind::nodes) {
    map.fail(*node,
             "of nodes that have the machine's clock nobody knows what they do next "
             "(system.time plain)",
             {"system.time virtual, or extended"});
  }
}

void delays(MapReader& map, SystemConfig& config, std::vector<Diagnostic>& problems) {
  systems::Fspec& fspec = config.plan.fspec;
  const YamlNode* const node = map.find("delays");
  if (node == nullptr) return;
  MapReader inner(*node, "fspec.delays", problems);
  inner.only();
  behind(inner, config.plan);
  if (inner.find("behind") == nullptr) inner.need("values");
  const std::vector<std::int64_t> values = lengths(inner, "values");
  fspec.delays.insert(fspec.delays.end(), values.begin(), values.end());
  inner.read(config);
}

/// The map of a key that may also be 0; null if there is nothing to read.
const YamlNode* map_or_zero(const MapReader& map, const char* key) {
  const YamlNode* const node = map.find(key);
  const bool zero = node != nullptr && node->type == YamlNode::Type::scalar && node->text == "0";
  return zero ? nullptr : node;
}

void restarts(MapReader& map, SystemConfig& config, std::vector<Diagnostic>& problems) {
  const YamlNode* const node = map_or_zero(map, "restarts");
  if (node == nullptr) return;
  MapReader inner(*node, "fspec.restarts", problems);
  inner.only();
  inner.read(config);
  config.plan.fspec.down = lengths(inner, "down");
}

void duplicates(MapReader& map, SystemConfig& config, std::vector<Diagnostic>& problems) {
  const Plan& plan = config.plan;
  systems::Fspec& fspec = config.plan.fspec;
  const YamlNode* const node = map.find("duplicates");
  if (node == nullptr) return;
  if (node->type != YamlNode::Type::map) {
    map.read_one("duplicates", config);
    if (plan.latency == 0) {
      map.fail(*node, "a message comes again one network.latency later, and that is 0",
               {"say when: {most: 1, after: [10ms]}"});
    }
    if (fspec.duplicates > 0) fspec.again = {plan.latency};
    return;
  }
  MapReader inner(*node, "fspec.duplicates", problems);
  inner.only();
  inner.read(config);
  fspec.again = lengths(inner, "after");
}

/// Sets of half of the nodes; those that leave as many are named by the first node's half.
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

void cuts(MapReader& map, const Plan& plan, systems::Fspec& fspec) {
  constexpr std::size_t most_halves = 16;  // 6435 halves
  for (const std::string& word : map.words("cuts")) {
    if (word == "halves" && plan.nodes.size() > most_halves) {
      map.fail(*map.find("cuts"), fmt::format("halves are for {} nodes at most", most_halves),
               {"name the cuts, such as \"n0 n1\""});
      continue;
    }
    const std::vector<systems::Border> some = borders_of(word, plan.nodes);
    if (some.empty() && !plan.nodes.empty()) {
      map.fail(*map.find("cuts"), fmt::format("{} is no cut", shown(word)),
               {"cuts are nodes, channels, halves, \"n0 n1\" or \"n0>n1\"; a cut of one direction "
                "is between two nodes"});
    }
    for (const systems::Border& one : some) {
      std::vector<std::string> names(one.side.begin(), one.side.end());
      if (!one.to.empty()) names.push_back(one.to);
      for (const std::string& name : names) {
        if (fspec.has_node(name)) continue;
        map.fail(*map.find("cuts"), fmt::format("{} is no node", shown(name)));
      }
      if (std::ranges::find(fspec.borders, one) == fspec.borders.end()) {
        fspec.borders.push_back(one);
      }
    }
  }
}

void partitions(MapReader& map, SystemConfig& config, std::vector<Diagnostic>& problems) {
  systems::Fspec& fspec = config.plan.fspec;
  const YamlNode* const node = map_or_zero(map, "partitions");
  if (node == nullptr) return;
  MapReader inner(*node, "fspec.partitions", problems);
  inner.only();
  inner.read(config);
  fspec.window = inner.duration("window").value_or(1);
  if (fspec.window == 0 || fspec.window > 1000 * hour) {
    inner.fail(*inner.find("window"),
               "a partition takes more than no time, and at most 1000 hours");
    fspec.window = 1;
  }
  cuts(inner, config.plan, fspec);
}

void pauses(MapReader& map, SystemConfig& config, std::vector<Diagnostic>& problems) {
  systems::Fspec& fspec = config.plan.fspec;
  const YamlNode* const node = map_or_zero(map, "pauses");
  if (node == nullptr) return;
  MapReader inner(*node, "fspec.pauses", problems);
  inner.only();
  inner.read(config);
  fspec.standing = lengths(inner, "for");
  if (inner.find("nodes") != nullptr) fspec.pausable = nodes_in(inner, config.plan);
  if (fspec.pauses > 0 && config.plan.time == systems::Time::plain) {
    inner.fail(*node, "nodes that have the machine's clock do not stand still (system.time plain)",
               {"system.time virtual, or extended"});
  }
}

/// A node in the middle of something has said less than it has done: of what it wrote meanwhile nothing
/// is known, so only memory may be lost then.
void check_midway(MapReader& map, const Plan& plan, std::vector<Diagnostic>& problems) {
  const systems::Fspec& fspec = plan.fspec;
  if (!fspec.midway || fspec.restarts == 0 || plan.disk == systems::Disk::volatile_disk) return;
  MapReader(*map.find("crashes"), "fspec.crashes", problems)
      .fail(*map.find("crashes"),
            "who crashes midway may not come back to its files (fspec.crashes.midway)",
            {"system.disk volatile, or no fspec.restarts"});
}

void omissions(MapReader& map, SystemConfig& config, std::vector<Diagnostic>& problems) {
  systems::Fspec& fspec = config.plan.fspec;
  const YamlNode* const node = map.find("omissions");
  if (node == nullptr || node->text == "all") return;
  if (node->type == YamlNode::Type::map) {
    MapReader inner(*node, "fspec.omissions", problems);
    inner.only();
    inner.read(config);
  } else if (node->text == "none") {
    fspec.omissions = 0;
  } else {
    fspec.omissions = map.number("omissions");
  }
}

/// The times of the Fspec must be in order.
void check_times(MapReader& map, const Plan& plan) {
  const systems::Fspec& fspec = plan.fspec;
  if (plan.eot > 1000 * hour) map.fail(*map.find("eot"), "an execution has at most 1000 hours");
  const YamlNode* const eff = map.find("eff");
  if (eff != nullptr && fspec.eff > plan.eot) map.fail(*eff, "fspec.eff is later than fspec.eot");
  if (fspec.from > fspec.eff && map.find("from") != nullptr) {
    map.fail(*map.find("from"), "fspec.from is later than fspec.eff: no message can be lost");
  }
}

}  // namespace

void read_system_fspec(MapReader& map, SystemConfig& config, std::vector<Diagnostic>& problems) {
  map.only();
  map.read(config);
  systems::Fspec& fspec = config.plan.fspec;
  fspec.eff = map.find("eff") == nullptr ? config.plan.eot : map.duration("eff").value_or(0);
  check_times(map, config.plan);
  omissions(map, config, problems);
  crashes(map, config, problems);
  delays(map, config, problems);
  restarts(map, config, problems);
  duplicates(map, config, problems);
  partitions(map, config, problems);
  pauses(map, config, problems);
  check_midway(map, config.plan, problems);
}

}  // namespace ldfi::config
