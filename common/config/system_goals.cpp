#include "common/config/system_goals.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "common/base/text.hpp"
#include "common/config/option_value.hpp"
#include "common/config/system_fspec.hpp"
#include "common/config/system_keys.hpp"

namespace ldfi::config {
namespace {

using systems::Goals;

void read_name(MapReader& map, const char* key, Goals& goals) {
  const auto choice = map.choice(key);
  if (!choice) return;
  // False for broadcast, which has no checker.
  const bool has_checker = *choice < systems::checker_names().size();
  goals.checker = has_checker ? static_cast<systems::Checker>(*choice) : systems::Checker::set;
}

/// Reads a checker that is a program, such as `{command: [python3, check.py], time: 10s}`.
void read_command(MapReader& map, const YamlNode& command, Goals& goals) {
  map.only("command");
  goals.checker = systems::Checker::command;
  goals.command = map.words("command");
  if (command.type == YamlNode::Type::list && command.children.empty()) {
    map.fail(command, "checker.command is empty: write the words that start a program");
  }
  const auto time = map.duration("time");
  if (time && (*time == 0 || *time > hour)) {
    map.fail(*map.find("time"), "checker.time must be more than 0 and at most an hour");
  } else if (time) {
    goals.command_s = static_cast<double>(*time) / 1e9;
  }
}

/// Reads a checker that is a file of specifications, such as `{specs: [safe.spec]}`.
void read_specs(MapReader& map, const YamlNode& specs, Goals& goals) {
  map.only("specs");
  goals.checker = systems::Checker::specifications;
  goals.specs = map.words("specs");
  if (specs.type == YamlNode::Type::list && specs.children.empty()) {
    map.fail(specs, "checker.specs is empty: it takes files of specifications, such as safe.spec");
  }
  for (const std::string& one : goals.specs) {
    if (one.ends_with(".spec") && !one.starts_with('/')) continue;
    map.fail(specs, fmt::format("{} is not a file of specifications beside the config, such as "
                                "safe.spec",
                                shown(one)));
  }
}

/// Reads the anomalies that the checker accepts, such as `accept: [cas-code]`.
void read_accept(MapReader& map, Goals& goals) {
  for (const std::string& word : map.words("accept")) {
    const YamlNode& where = *map.find("accept");
    const auto& known = systems::accept_words();
    const auto found = std::ranges::find(known, word, &systems::AcceptWord::name);
    if (found == known.end()) {
      map.fail(where, fmt::format("checker.accept: {} is unknown; the words are {}", shown(word),
                                  fmt::join(system_key("checker.accept").choices, ", ")));
    } else if (found->checker != goals.checker) {
      map.fail(where,
               fmt::format("checker.accept: {} is for the checker {}", word,
                           systems::checker_names().at(static_cast<std::size_t>(found->checker))));
    } else {
      goals.accept.*(found->field) = true;
    }
  }
}

/// Reads a checker that is a map, such as `{kind: txn, consistency: serializable}`.
void read_map(const YamlNode& node, Goals& goals, std::vector<Diagnostic>& problems) {
  MapReader map(node, "checker", problems);
  if (const YamlNode* command = map.find("command"); command != nullptr) {
    return read_command(map, *command, goals);
  }
  if (const YamlNode* specs = map.find("specs"); specs != nullptr) {
    return read_specs(map, *specs, goals);
  }
  map.only("kind");
  map.need("kind");
  read_name(map, "kind", goals);
  if (map.find("accept") != nullptr) read_accept(map, goals);
  const auto consistency = map.choice("consistency");
  if (!consistency) return;
  goals.consistency = static_cast<systems::Consistency>(*consistency);
  if (goals.checker != systems::Checker::txn) {
    map.fail(*map.find("consistency"), "checker.consistency is for the checker txn");
  }
}

void read_checker(MapReader& top, std::optional<systems::Workload> workload, Goals& goals,
                  std::vector<Diagnostic>& problems) {
  const YamlNode* const node = top.find("checker");
  if (node == nullptr) {
    if (workload) goals.checker = systems::checker_of(*workload);
    const YamlNode* const asked = top.find("workload");
    const bool is_map = asked != nullptr && asked->type == YamlNode::Type::map;
    if (!workload && is_map) top.need("checker");  // other types of workload were reported
  } else if (node->type == YamlNode::Type::scalar) {
    read_name(top, "checker", goals);
  } else {
    read_map(*node, goals, problems);
  }
}

}  // namespace

void read_system_goals(MapReader& top, std::optional<systems::Workload> workload,
                       SystemConfig& config, std::vector<Diagnostic>& problems) {
  systems::Plan& plan = config.plan;
  Goals& goals = plan.goals;
  read_checker(top, workload, goals, problems);
  const YamlNode* const node = top.find("goals");
  if (node == nullptr) return;
  MapReader map(*node, "goals", problems);
  map.only();
  map.read(config);
  const YamlNode* const available = map.find("available");
  if (available == nullptr) return;
  if (available->type == YamlNode::Type::scalar) {
    if (map.toggle("available") == true) goals.available_from = plan.fspec.eff;
    return;
  }
  MapReader more(*available, "goals.available", problems);
  more.only();
  more.need("after");
  const std::int64_t after = more.duration("after").value_or(0);
  goals.available_from = plan.fspec.eff + after;
  if (*goals.available_from > plan.eot) {
    more.fail(*available, "goals.available begins after fspec.eot, so it would promise nothing");
  }
}

}  // namespace ldfi::config
