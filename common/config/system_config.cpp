#include "common/config/system_config.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "common/base/text.hpp"
#include "common/config/config_reader.hpp"
#include "common/config/system_fspec.hpp"
#include "common/config/system_goals.hpp"
#include "common/config/system_reader.hpp"
#include "common/config/system_workload.hpp"
#include "common/config/weights.hpp"
#include "common/systems/fault_text.hpp"
#include "common/systems/node_command.hpp"
#include "common/systems/script.hpp"
#include "common/systems/services.hpp"

namespace ldfi::config {
namespace {

using systems::Plan;

constexpr std::uint64_t most_nodes = 100;
constexpr std::uint64_t most_messages = 200'000;  // and all that comes of them fits a recording
constexpr std::uint64_t most = 1'000'000'000;
constexpr std::uint64_t least_memory = 1 << 24U;  // programs start with less than 16 MiB
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 40U;

class Reader {
 public:
  Reader(const YamlNode& root, std::vector<Diagnostic>& problems)
      : root_(root), problems_(problems), top_(root, "", problems) {}

  SystemConfig read(const std::string& path);

 private:
  void system();
  void runner(MapReader& map);
  void check_variables(MapReader& map);
  void time(MapReader& map);
  void nodes(MapReader& map);
  void network();
  void fspec();
  void workload();
  void search();
  void weights(MapReader& map);
  /// Whether what is said of random fault sets fits the rest.
  void check_random();
  void limits();
  MapReader section(const char* name);

  const YamlNode& root_;
  std::vector<Diagnostic>& problems_;
  MapReader top_;
  YamlNode nothing_;
  std::optional<systems::Steer> steer_;
  SystemConfig out_;
};

SystemConfig Reader::read(const std::string& path) {
  Plan& plan = out_.plan;
  const auto slash = path.find_last_of('/');
  plan.folder = slash == std::string::npos ? "." : path.substr(0, slash);
  plan.name = path.substr(slash == std::string::npos ? 0 : slash + 1);
  plan.name.erase(std::min(plan.name.size(), plan.name.find_last_of('.')));
  top_.only(
      {"system", "network", "workload", "fspec", "sweep", "checker", "goals", "search", "limits"});
  search();
  system();
  network();
  fspec();
  check_random();
  workload();
  limits();
  plan.steer = steer_.value_or(plan.goals.checker == systems::Checker::set ? systems::Steer::value
                                                                           : systems::Steer::none);
  return std::move(out_);
}

MapReader Reader::section(const char* name) {
  const YamlNode* const found = top_.find(name);
  nothing_.type = YamlNode::Type::map;
  return {found == nullptr ? nothing_ : *found, name, problems_};
}

void Reader::system() {
  MapReader map = section("system");
  map.only({"kind", "command", "files", "nodes", "time", "start", "disk", "sandbox", "network",
            "deterministic"});
  const auto kind = map.choice("kind", {"nodes", "runner", "traces"});
  if (kind == 1U) out_.plan.kind = systems::Kind::runner;
  if (kind == 2U) {
    map.fail(*map.find("kind"), "recordings need no config",
             {"ldfi-farm --traces FOLDER reads them: docs/TRACES.md"});
  }
  map.need("command", "the words that start a node, such as [python3, node.py]");
  out_.plan.command = map.words("command");
  if (const YamlNode* node = map.find("command");
      node != nullptr && node->type == YamlNode::Type::list && node->children.empty()) {
    map.fail(*node, "system.command is empty: it takes the words that start a node");
  }
  if (kind != 1U) check_variables(map);
  out_.plan.files = map.words("files");
  nodes(map);
  systems::Fspec& fspec = out_.plan.fspec;
  fspec.nodes = out_.plan.nodes;
  fspec.crashable = out_.plan.nodes;
  fspec.pausable = out_.plan.nodes;
  if (const auto how = map.choice("sandbox", {"auto", "off", "require"})) {
    out_.plan.sandbox = static_cast<systems::Sandbox>(*how);
  }
  if (map.choice("network", {"none", "host"}) == 1U) {
    out_.plan.network = systems::Network::host;
  }
  if (kind == 1U) return runner(map);
  std::ranges::copy(systems::service_names(), std::back_inserter(fspec.nodes));
  if (const YamlNode* node = map.find("deterministic")) {
    map.fail(*node, "system.deterministic is for runners: of nodes, system.time says it");
  }
  time(map);
  const auto start = map.choice("start", {"fresh", "reset", "fork"});
  if (start) out_.plan.start = static_cast<systems::Start>(*start);
  if (start == 2U && !out_.plan.command.empty() &&
      systems::place_of_script(out_.plan.command) == 0) {
    map.fail(*map.find("start"),
             fmt::format("system.start fork is for commands such as [python3, node.py], and not "
                         "for {}",
                         word_or_quoted(brief(out_.plan.command.front()))),
             {"fresh is for all programs"});
  }
  if (map.choice("disk", {"durable", "volatile"}) == 1U) {
    out_.plan.disk = systems::Disk::volatile_disk;
  }
}

void Reader::check_variables(MapReader& map) {
  for (std::size_t i = 0; i < out_.plan.command.size(); ++i) {
    const auto unknown = systems::unknown_variable(out_.plan.command[i]);
    if (!unknown) continue;
    const YamlNode& list = *map.find("command");
    map.fail(i < list.children.size() ? list.children[i] : list,
             fmt::format("system.command has no variable {{{}}}", *unknown),
             {"{node} is the node's name, {index} its place from 0 on",
              fmt::format("for the text itself, write {{{{{}}}}}", *unknown)});
  }
}

/// What the runner does itself, nobody else is told.
void Reader::runner(MapReader& map) {
  if (map.choice("deterministic", {"true", "false"}) == 1U) out_.plan.certain = false;
  const auto refuse = [](MapReader& where, const char* key) {
    const YamlNode* const node = where.find(key);
    if (node == nullptr) return;
    where.fail(*node, fmt::format("{} is for nodes: a runner has its own", where.name_of(key)));
  };
  for (const char* key : {"time", "start", "disk"}) refuse(map, key);
  for (const char* key : {"network", "workload", "checker", "goals"}) refuse(top_, key);
}

void Reader::time(MapReader& map) {
  if (map.need("time", "extended for nodes that speak ldfi/1, virtual or plain for others") ==
      nullptr) {
    return;
  }
  const auto time = map.choice("time", {"extended", "virtual", "plain"});
  if (!time || time == 0U) return;
  out_.plan.time = time == 1U ? systems::Time::virtual_time : systems::Time::plain;
  const auto start = map.choice("start", {"fresh", "reset", "fork"});
  if (start == 1U) {
    map.fail(*map.find("start"), "only nodes that speak ldfi/1 can be reset (system.time)");
  } else if (start == 2U && time == 2U) {
    map.fail(*map.find("start"), "in real time nodes are not forked (system.time)",
             {"an execution takes its time anyway"});
  }
}

void Reader::nodes(MapReader& map) {
  const YamlNode* const node = map.need("nodes", "how many there are, or a list of their names");
  std::vector<std::string>& names = out_.plan.nodes;
  if (node == nullptr) return;
  if (node->type != YamlNode::Type::list) {
    const auto count = map.number("nodes", 1, most_nodes);
    for (std::uint64_t i = 0; i < count.value_or(0); ++i) names.push_back(fmt::format("n{}", i));
    return;
  }
  for (const std::string& name : map.words("nodes")) {
    const bool client =
        name.starts_with('c') && name.find_first_not_of("0123456789", 1) == name.npos;
    if (!systems::is_name(name) || name.starts_with('.')) {
      map.fail(*node, fmt::format("{} is no name of a node", word_or_quoted(brief(name))),
               {"a name has letters, digits and . _ ? - alone, and begins with no dot"});
    } else if (std::ranges::count(systems::service_names(), name) > 0) {
      map.fail(*node, fmt::format("{} is the name of a service", name), {"call it n1"});
    } else if (client) {
      map.fail(*node, fmt::format("{} is the name of a client", name), {"call it n1"});
    } else if (std::ranges::count(names, name) > 0) {
      map.fail(*node, fmt::format("{} is named twice", name));
    } else {
      names.push_back(name);
    }
  }
  if (node->children.empty()) map.fail(*node, "system.nodes is empty: a system has a node");
  if (names.size() > most_nodes) map.fail(*node, fmt::format("more than {} nodes", most_nodes));
}

void Reader::network() {
  MapReader map = section("network");
  map.only({"latency"});
  const auto latency = map.duration("latency");
  if (latency && *latency > hour) map.fail(*map.find("latency"), "a message takes at most an hour");
  if (latency) out_.plan.latency = *latency;
}

void Reader::fspec() {
  if (top_.need("fspec", "which faults there may be") == nullptr) return;
  MapReader map = section("fspec");
  read_system_fspec(map, out_.plan, problems_);
}

void Reader::workload() {
  if (out_.plan.kind == systems::Kind::runner) return;
  const auto kind = read_system_workload(top_, out_.plan, problems_);
  read_system_goals(top_, kind, out_.plan, problems_);
}

void Reader::weights(MapReader& map) {
  const YamlNode* const node = map.find("weights");
  if (node == nullptr) return;
  if (node->type != YamlNode::Type::map || node->children.empty()) {
    return map.fail(*node, "search.weights takes a map such as {omissions: 0.1, delays: 4}");
  }
  const auto no_number = [&map](const YamlNode& entry) {
    map.fail(entry, "search.weights takes numbers");
  };
  const auto refused = [&map](const YamlNode& entry, const Refusal& refusal) {
    map.fail(entry, "search.weights: " + refusal.message, refusal.hints);
  };
  out_.options.weights = read_weights(*node, no_number, refused);
}

void Reader::check_random() {
  if (out_.options.strategy != StrategyName::random) return;
  MapReader map = section("search");
  if (out_.options.stop == StopRule::all) {
    map.fail(*map.find("stop"),
             "search.strategy random finds one counterexample, and search.stop wants all");
  }
  if (out_.plan.kind == systems::Kind::runner) {
    map.fail(*map.find("strategy"),
             "search.strategy random knows no runners: faults are drawn where they happen");
  }
  const std::string wrong = wrong_weights(out_.options.weights, out_.plan.fspec);
  if (!wrong.empty()) map.fail(*map.find("weights"), "search.weights: " + wrong);
}

void Reader::search() {
  MapReader map = section("search");
  map.only({"strategy", "level", "steer", "stop", "seed", "double_runs", "replays", "minimise",
            "minimise_by", "minimise_runs", "weights"});
  if (map.choice("strategy", {"trace", "random"}) == 1U) {
    out_.options.strategy = StrategyName::random;
  }
  weights(map);
  if (const auto share = map.percent("double_runs")) out_.options.double_runs = *share;
  if (const auto steer = map.choice("steer", {"none", "value", "happens-before", "mixed"})) {
    steer_ = static_cast<systems::Steer>(*steer);
  }
  if (map.choice("level", {"exact", "state"}) == 1U) out_.options.level = ProofLevel::state;
  if (map.choice("stop", {"first", "all"}) == 1U) out_.options.stop = StopRule::all;
  if (const auto seed = map.number("seed", 0, most)) out_.options.seed = *seed;
  if (const auto asked = map.choice("minimise", {"false", "true"})) {
    out_.options.minimise = *asked == 1U;
  }
  if (map.choice("minimise_by", {"search", "ddmin"}) == 1U) {
    out_.options.minimise_by = MinimiseBy::ddmin;
  }
  if (const auto runs = map.number("minimise_runs", 0, most)) out_.options.minimise_runs = *runs;
  constexpr std::uint64_t most_replays = 1000;
  out_.plan.replays = map.number("replays", 1, most_replays).value_or(out_.plan.replays);
}

void Reader::limits() {
  MapReader map = section("limits");
  map.only({"time", "runs", "step", "deadline", "messages", "line", "output", "node_memory", "disk",
            "tasks"});
  const auto seconds = [&map](const char* key) -> std::optional<double> {
    const auto time = map.duration(key);
    return time ? std::optional(static_cast<double>(*time) / 1e9) : std::nullopt;
  };
  if (const auto time = seconds("time")) out_.options.time_limit_s = *time;
  if (const auto runs = map.number("runs", 1, most)) out_.options.max_runs = *runs;
  systems::Limits& limits = out_.plan.limits;
  if (const auto step = seconds("step")) limits.step_s = std::max(*step, 0.001);
  if (const auto deadline = seconds("deadline")) limits.deadline_s = std::max(*deadline, 0.001);
  limits.messages = map.number("messages", 1, most_messages).value_or(limits.messages);
  limits.line = map.number("line", 1, 1 << 20U).value_or(limits.line);
  limits.output = map.number("output", 1, most).value_or(limits.output);
  limits.node_memory =
      map.number("node_memory", least_memory, most_bytes).value_or(limits.node_memory);
  limits.disk = map.number("disk", 1 << 20U, most_bytes).value_or(limits.disk);
  limits.tasks = map.number("tasks", 1, 100'000).value_or(limits.tasks);
}

}  // namespace

bool is_system(const YamlNode& root) {
  return root.type == YamlNode::Type::map &&
         std::ranges::find(root.children, "system", &YamlNode::key) != root.children.end();
}

SystemConfig read_system_config(const YamlNode& root, const std::string& path,
                                std::vector<Diagnostic>& problems) {
  return Reader(root, problems).read(path);
}

}  // namespace ldfi::config
