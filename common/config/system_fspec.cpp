#include "common/config/system_fspec.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/text.hpp"
#include "common/config/config_reader.hpp"

namespace ldfi::config {
namespace {

using systems::Plan;

constexpr std::uint64_t any_number = 1'000'000'000;
constexpr std::uint64_t most_crashes = 100;

void crashes(MapReader& map, Plan& plan, std::vector<Diagnostic>& problems) {
  systems::Fspec& fspec = plan.fspec;
  const YamlNode* const node = map.find("crashes");
  if (node == nullptr) return;
  if (node->type != YamlNode::Type::map) {
    fspec.crashes = map.number("crashes", 0, most_crashes).value_or(0);
    return;
  }
  MapReader inner(*node, "fspec.crashes", problems);
  inner.only({"most", "nodes", "at"});
  inner.later({"at"});
  if (inner.need("most", "how many nodes crash at most") == nullptr) return;
  fspec.crashes = inner.number("most", 0, most_crashes).value_or(0);
  if (inner.find("nodes") == nullptr) return;
  fspec.crashable = inner.words("nodes");
  for (const std::string& name : *fspec.crashable) {
    if (std::ranges::count(plan.nodes, name) == 0) {
      inner.fail(*inner.find("nodes"), fmt::format("{} is no node", word_or_quoted(brief(name))));
    }
  }
}

/// Lengths of time, ascending.
std::vector<std::int64_t> spans(MapReader& map, const char* key) {
  std::vector<std::int64_t> out;
  for (const std::string& text : map.words(key)) {
    const auto one = systems::read_duration(text);
    if (one && *one > 0 && std::ranges::find(out, *one) == out.end()) {
      out.push_back(*one);
    } else {
      map.fail(*map.find(key), fmt::format("{} is no time such as 200ms, or stands there twice",
                                           word_or_quoted(brief(text))));
    }
  }
  std::ranges::sort(out);
  return out;
}

void delays(MapReader& map, systems::Fspec& fspec, std::vector<Diagnostic>& problems) {
  const YamlNode* const node = map.find("delays");
  if (node == nullptr) return;
  MapReader inner(*node, "fspec.delays", problems);
  inner.only({"values", "count"});
  inner.need("values", "how late messages may be, such as [200ms]");
  fspec.delays = spans(inner, "values");
  fspec.delayed = inner.number("count", 0, any_number);
}

void restarts(MapReader& map, systems::Fspec& fspec, std::vector<Diagnostic>& problems) {
  const YamlNode* const node = map.find("restarts");
  if (node == nullptr || (node->type == YamlNode::Type::scalar && node->text == "0")) return;
  MapReader inner(*node, "fspec.restarts", problems);
  inner.only({"most", "down"});
  inner.need("most", "how many crashes are followed by a restart at most");
  inner.need("down", "how long nodes are down then, such as [100ms]");
  fspec.restarts = inner.number("most", 0, most_crashes).value_or(0);
  fspec.down = spans(inner, "down");
}

}  // namespace

void read_system_fspec(MapReader& map, Plan& plan, std::vector<Diagnostic>& problems) {
  map.only({"from", "eff", "eot", "omissions", "crashes", "faults", "restarts", "delays",
            "duplicates", "partitions", "pauses", "disk", "order"});
  map.later({"duplicates", "partitions", "pauses", "disk", "order"});
  systems::Fspec& fspec = plan.fspec;
  map.need("eot", "when an execution ends, such as 2s");
  plan.eot = map.duration("eot").value_or(0);
  if (plan.eot > 1000 * hour) map.fail(*map.find("eot"), "an execution has at most 1000 hours");
  fspec.from = map.duration("from").value_or(0);
  const YamlNode* const eff = map.find("eff");
  fspec.eff = eff == nullptr ? plan.eot : map.duration("eff").value_or(0);
  if (eff != nullptr && fspec.eff > plan.eot) map.fail(*eff, "fspec.eff is later than fspec.eot");
  if (fspec.from > fspec.eff && map.find("from") != nullptr) {
    map.fail(*map.find("from"), "fspec.from is later than fspec.eff: no message can be lost");
  }
  const YamlNode* omissions = map.find("omissions");
  if (omissions != nullptr && omissions->type == YamlNode::Type::map) {
    MapReader most_of(*omissions, "fspec.omissions", problems);
    most_of.only({"most"});
    fspec.omissions = most_of.number("most", 0, any_number);
  } else if (omissions != nullptr && omissions->text == "none") {
    fspec.omissions = 0;
  } else if (omissions != nullptr && omissions->text != "all") {
    fspec.omissions = map.number("omissions", 0, any_number);
  }
  crashes(map, plan, problems);
  delays(map, fspec, problems);
  restarts(map, fspec, problems);
  fspec.faults = map.number("faults", 0, any_number);
}

}  // namespace ldfi::config
