#include "common/config/system_config.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "common/base/text.hpp"
#include "common/config/config_reader.hpp"
#include "common/config/system_fspec.hpp"
#include "common/config/system_goals.hpp"
#include "common/config/system_keys.hpp"
#include "common/config/system_reader.hpp"
#include "common/config/system_workload.hpp"
#include "common/config/weights.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "common/systems/node_command.hpp"
#include "common/systems/node_name.hpp"
#include "common/systems/script.hpp"
#include "common/systems/services.hpp"

namespace ldfi::config {
namespace {

using systems::Plan;

class Reader {
 public:
  Reader(const YamlNode& root, std::vector<Diagnostic>& problems)
      : root_(root), problems_(problems), top_(root, "", problems) {}

  SystemConfig read(const std::string& path);

 private:
  void system();
  void check_variables(MapReader& map);
  void check_variables(MapReader& map, std::string_view key,
                       const std::vector<std::string>& command);
  /// Adds the programs that act for clients to the plan.
  void clients();
  /// Checks that nodes with sockets can be executed as the config says.
  void sockets(MapReader& map);
  /// Checks that the nodes can be started as the config says.
  void start(MapReader& map);
  void nodes(MapReader& map);
  void network();
  void fspec();
  void workload();
  void search();
  void weights(MapReader& map);
  /// Checks that the options of random fault sets fit the rest of the config.
  void check_random();
  void limits();
  MapReader section(const char* name);

  const YamlNode& root_;
  std::vector<Diagnostic>& problems_;
  MapReader top_;
  YamlNode nothing_;
  SystemConfig out_;
};

SystemConfig Reader::read(const std::string& path) {
  Plan& plan = out_.plan;
  const auto slash = path.find_last_of('/');
  plan.folder = slash == std::string::npos ? "." : path.substr(0, slash);
  plan.name = path.substr(slash == std::string::npos ? 0 : slash + 1);
  plan.name.erase(std::min(plan.name.size(), plan.name.find_last_of('.')));
  top_.only();
  search();
  system();
  network();
  fspec();
  check_random();
  workload();
  limits();
  plan.steer = out_.steer.value_or(
      plan.goals.checker == systems::Checker::set ? systems::Steer::value : systems::Steer::none);
  return std::move(out_);
}

MapReader Reader::section(const char* name) {
  const YamlNode* const found = top_.find(name);
  nothing_.type = YamlNode::Type::map;
  return {found == nullptr ? nothing_ : *found, name, problems_};
}

void Reader::system() {
  MapReader map = section("system");
  map.only();
  Plan& plan = out_.plan;
  const auto kind = map.choice("kind");
  if (kind == 1U) plan.kind = systems::Kind::runner;
  if (kind == 2U) {
    map.fail(*map.find("kind"), "recordings need no config",
             {"ldfi-farm --traces FOLDER reads them: docs/how-to/import-recordings.md"});
  }
  map.read(out_);
  if (const YamlNode* node = map.find("command");
      node != nullptr && node->type == YamlNode::Type::list && node->children.empty()) {
    map.fail(
        *node,
        "system.command is empty: write the words that start a node, such as [python3, node.py]");
  }
  nodes(map);
  systems::Fspec& fspec = plan.fspec;
  fspec.nodes = plan.nodes;
  admit_all_nodes(plan);
  map.refuse_other(plan.kind);
  top_.refuse_other(plan.kind);
  if (plan.kind == systems::Kind::runner) return;
  check_variables(map);
  std::ranges::copy(systems::service_names(), std::back_inserter(fspec.nodes));
  start(map);
  if (plan.net == systems::Net::sockets) {
    sockets(map);
  } else if (!plan.client_command.empty()) {
    map.fail(*map.find("client"), "system.client needs system.net sockets",
             {"without sockets, nodes receive the requests of clients on stdin"});
  }
}

void Reader::sockets(MapReader& map) {
  Plan& plan = out_.plan;
  if (const YamlNode* const client = map.find("client");
      client != nullptr && client->type == YamlNode::Type::list && client->children.empty()) {
    map.fail(*client, "system.client is empty: write the words that start the program of a client");
  }
  for (const std::string& name : plan.nodes) {
    if (name != "localhost" && !name.starts_with("ip6-")) continue;
    map.fail(*map.find("nodes"),
             fmt::format("{} is a name of each node's own addresses (system.net sockets)", name),
             {"give the node another name"});
  }
  if (plan.time != systems::Time::virtual_time) {
    map.fail(*map.find("time"), "nodes with sockets run in virtual time (system.net sockets)",
             {"leave out system.time, or write virtual"});
  }
  if (plan.start != systems::Start::fresh && map.find("start") != nullptr) {
    map.fail(*map.find("start"), "nodes with sockets are started fresh (system.net sockets)",
             {"leave out system.start"});
  }
}

void Reader::check_variables(MapReader& map) {
  check_variables(map, "command", out_.plan.command);
  check_variables(map, "client", out_.plan.client_command);
}

void Reader::check_variables(MapReader& map, std::string_view key,
                             const std::vector<std::string>& command) {
  for (std::size_t i = 0; i < command.size(); ++i) {
    const auto unknown = systems::unknown_variable(command[i]);
    if (!unknown) continue;
    const YamlNode& list = *map.find(key);
    map.fail(
        i < list.children.size() ? list.children[i] : list,
        fmt::format("system.{} has no variable {{{}}}", key, *unknown),
        {"{node} is the node's name, {index} its place from 0 on, {ip} its address, {peers} the "
         "names of the other nodes with commas between them",
         fmt::format("for the text itself, write {{{{{}}}}}", *unknown)});
  }
}

void Reader::start(MapReader& map) {
  const Plan& plan = out_.plan;
  if (plan.time != systems::Time::extended) {
    const auto start = map.choice("start");
    if (start == 1U) {
      map.fail(*map.find("start"), "only nodes that speak ldfi/1 can be reset (system.time)");
    } else if (start == 2U && plan.time == systems::Time::plain) {
      map.fail(*map.find("start"), "in real time nodes are not forked (system.time)",
               {"start new processes for each execution: system.start fresh"});
    }
  }
  if (plan.start == systems::Start::fork && !plan.command.empty() &&
      systems::place_of_script(plan.command) == 0) {
    map.fail(*map.find("start"),
             fmt::format("system.start fork is for commands such as [python3, node.py], and not "
                         "for {}",
                         shown(plan.command.front())),
             {"fresh is for all programs"});
  }
}

void Reader::nodes(MapReader& map) {
  const YamlNode* const node = map.find("nodes");
  std::vector<std::string>& names = out_.plan.nodes;
  if (node == nullptr) return;
  if (node->type != YamlNode::Type::list) {
    const auto count = map.number("nodes");
    for (std::uint64_t i = 0; i < count.value_or(0); ++i) names.push_back(fmt::format("n{}", i));
    return;
  }
  for (const std::string& name : map.words("nodes")) {
    if (const auto problem = systems::problem_of_node_name(name)) {
      map.fail(*node, problem->message, {problem->hint});
    } else if (std::ranges::count(systems::service_names(), name) > 0) {
      map.fail(*node, fmt::format("{} is the name of a service", name), {"call it n1"});
    } else if (std::ranges::count(names, name) > 0) {
      map.fail(*node, fmt::format("{} is named twice", name));
    } else {
      names.push_back(name);
    }
  }
  if (node->children.empty()) map.fail(*node, "system.nodes is empty: name at least one node");
  const std::uint64_t limit = system_key("system.nodes").high;
  if (names.size() > limit) map.fail(*node, fmt::format("more than {} nodes are too many", limit));
}

void Reader::network() {
  MapReader map = section("network");
  map.only();
  map.read(out_);
  if (out_.plan.latency > hour) map.fail(*map.find("latency"), "a message takes at most an hour");
}

void Reader::fspec() {
  if (top_.need("fspec") == nullptr) return;
  MapReader map = section("fspec");
  read_system_fspec(map, out_, problems_);
  if (out_.plan.net != systems::Net::sockets) return;
  if (const YamlNode* const order = map.find("order")) {
    map.fail(*order, "fspec.order is for nodes without sockets: each connection keeps its order",
             {"leave out fspec.order"});
  }
  out_.plan.fspec.order = systems::ArrivalOrder::connection;
}

void Reader::workload() {
  if (out_.plan.kind == systems::Kind::runner) return;
  const auto kind = read_system_workload(top_, out_, problems_);
  read_system_goals(top_, kind, out_, problems_);
  clients();
}

void Reader::clients() {
  Plan& plan = out_.plan;
  if (plan.client_command.empty()) {
    plan.clients.clear();
    return;
  }
  systems::Fspec& fspec = plan.fspec;
  const std::vector<std::string> all = plan.processes();
  for (auto one = all.begin() + static_cast<std::ptrdiff_t>(plan.nodes.size()); one != all.end();
       ++one) {
    if (fspec.has_node(*one)) {
      top_.fail(*top_.find("system"), fmt::format("{} is the name of a client's program", *one),
                {"give the node another name"});
    }
    fspec.reliable.push_back(*one);
  }
  fspec.nodes.insert(fspec.nodes.begin() + static_cast<std::ptrdiff_t>(plan.nodes.size()),
                     fspec.reliable.begin(), fspec.reliable.end());
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
             "search.stop all needs a search that ends: use search.strategy lineage");
  }
  if (out_.plan.kind == systems::Kind::runner) {
    map.fail(*map.find("strategy"), "search.strategy random does not support runners");
  }
  const std::string wrong = wrong_weights(out_.options.weights, out_.plan.fspec);
  if (!wrong.empty()) map.fail(*map.find("weights"), "search.weights: " + wrong);
}

void Reader::search() {
  MapReader map = section("search");
  map.only();
  map.read(out_);
  weights(map);
}

void Reader::limits() {
  MapReader map = section("limits");
  map.only();
  map.read(out_);
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
