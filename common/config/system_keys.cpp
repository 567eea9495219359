// The rows of the keys of real systems' configs, except those in `fspec` and `sweep`, and of the
// sections of all configs.
#include "common/config/system_keys.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "common/base/contract.hpp"
#include "common/config/key_row.hpp"
#include "common/config/weights.hpp"
#include "common/systems/workload.hpp"

namespace ldfi::config {
namespace {

using systems::Goals;
using systems::Limits;
using systems::Plan;
using systems::WorkloadSize;
using KeyWords2 = std::array<std::string_view, 2>;
using KeyWords3 = std::array<std::string_view, 3>;
using KeyWords4 = std::array<std::string_view, 4>;

constexpr std::uint64_t most_nodes = 100;
// A recording of this many messages is still within the size limit of recordings.
constexpr std::uint64_t most_messages = 200'000;
constexpr std::uint64_t most = 1'000'000'000;
constexpr std::uint64_t most_operations = 10'000;
constexpr std::uint64_t mebibyte = 1 << 20U;
constexpr std::uint64_t least_memory = 16 * mebibyte;  // programs do not start with less
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 40U;

constexpr KeyWords3 time_words{"extended", "virtual", "plain"};
constexpr KeyWords2 net_words{"lines", "sockets"};
constexpr KeyWords3 start_words{"fresh", "reset", "fork"};
constexpr KeyWords2 disk_words{"durable", "volatile"};
constexpr KeyWords3 sandbox_words{"auto", "off", "require"};
constexpr KeyWords2 network_words{"none", "host"};
constexpr KeyWords2 level_words{"exact", "state"};
constexpr KeyWords4 steer_words{"none", "value", "happens-before", "mixed"};
constexpr KeyWords2 stop_words{"first", "all"};
constexpr KeyWords2 minimise_words{"search", "ddmin"};

/// Returns the sections of configs of programs. All other keys of such configs are options.
std::vector<OptionRow> program_sections() {
  std::vector<OptionRow> rows{
      key(Kind::section, "fspec",
          "the failure specification: how long the program runs, and which faults there may be"),
      key(Kind::section, "fspec.delays", "how late messages may arrive"),
      key(Kind::section, "fspec.disk",
          "faults of disks: what stable and buffered relations may lose"),
      key(Kind::section, "invariant",
          "the relations that say what is promised, and what must hold then"),
      key(Kind::section, "search", "how fault sets are chosen, and when the search ends"),
      key(Kind::section, "limits", "budgets: the search ends in order when one runs out"),
      key(Kind::section, "sweep",
          "search many Fspecs: a grid of the values given here, or else the published sweep"),
  };
  for (OptionRow& row : rows) row.applies_to = AppliesTo::program;
  return rows;
}

OptionRow kind_key() {
  OptionRow out = choice_key("system.kind", {"nodes", "runner", "traces"},
                             "whether each node is a process, or a process of yours executes whole "
                             "fault sets");
  out.refused = 1;
  return otherwise(std::move(out), "nodes");
}

OptionRow deterministic_key() {
  OptionRow out = key<&Plan::certain, Kind::toggle>("system.deterministic",
                                                    "whether the runner does the same each time");
  out.choices = {"true", "false"};
  return only_for(AppliesTo::runner, std::move(out));
}

std::vector<OptionRow> keys_of_system() {
  constexpr auto nodes = AppliesTo::nodes;
  return {
      needed(key(Kind::section, "system", "the processes to run, and how they are started"), ""),
      kind_key(),
      needed(key<&Plan::command, Kind::words>(
                 "system.command",
                 "the words that start a node, or the runner; files are looked for beside the "
                 "config; {node}, {index}, {ip} and {peers} stand for a node's name, "
                 "its place from 0 on, its address, and the names of the other nodes",
                 {1, any}),
             "the words that start a node, such as [python3, node.py]"),
      only_for(nodes,
               key<&Plan::client_command, Kind::words>(
                   "system.client",
                   "the words that start a program for each client: it gets the client's "
                   "requests as lines of JSON and asks the nodes by sockets; needs net sockets",
                   {1, any})),
      key<&Plan::files, Kind::words>(
          "system.files",
          "other files that belong to the system: they are part of its fingerprint"),
      needed(named("nodes", key(Kind::count, "system.nodes",
                                "how many nodes there are, or their names", {1, most_nodes})),
             "how many there are, or a list of their names"),
      only_for(
          nodes,
          choice_key<&Plan::net, net_words>(
              "system.net",
              "how nodes send messages to each other: by lines of JSON on stdin and stdout, or "
              "by sockets, where node i has the address 10.0.0.(i+1) and its name")),
      only_for(nodes, choice_key<&Plan::time, time_words>(
                          "system.time",
                          "whether nodes speak ldfi/1, are programs like any other in "
                          "virtual time, or the same in real time")),
      only_for(nodes,
               choice_key<&Plan::start, start_words>(
                   "system.start",
                   "how nodes are started: new processes for each execution (fresh), the same "
                   "processes after a reset (reset), or forks of one prepared process (fork)")),
      only_for(nodes, choice_key<&Plan::disk, disk_words>(
                          "system.disk",
                          "what a node finds in its folder when it restarts after a crash: all its "
                          "files, or nothing")),
      named("sandbox", choice_key<&Plan::sandbox, sandbox_words>(
                           "system.sandbox",
                           "whether nodes are confined: as well as the machine allows (auto), not "
                           "at all (off), or completely (require)")),
      named("network", choice_key<&Plan::network, network_words>(
                           "system.network", "what nodes reach besides each other")),
      deterministic_key(),
      only_for(nodes, key(Kind::section, "network", "the network between nodes")),
      key<&Plan::latency, Kind::time>("network.latency",
                                      "how long each message between nodes takes"),
  };
}

std::vector<OptionRow> keys_of_operations() {
  return {
      key(Kind::entries, "workload.ops", "the operations, word for word"),
      needed(key(Kind::time, "workload.ops.at", "the time of the request"),
             "the time of the request, such as 50ms"),
      otherwise(key(Kind::client, "workload.ops.client", "who asks"), "c1"),
      needed(key(Kind::text, "workload.ops.node", "the node that gets the request"),
             "the node that gets the request"),
      needed(key(Kind::message, "workload.ops.body", "the message, with its type"),
             "the message of the request, with its type"),
  };
}

std::vector<OptionRow> keys_of_workload() {
  return {
      key<&WorkloadSize::operations, Kind::integer>(
          "workload.operations", "how many operations there are", {1, most_operations}),
      key<&WorkloadSize::clients, Kind::integer>("workload.clients", "how many clients there are",
                                                 {1, 100}),
      key<&WorkloadSize::keys, Kind::integer>(
          "workload.keys", "how many keys, of lin-kv, kafka and txn", {1, most_operations}),
      otherwise(choice_key("workload.values", {"lists", "registers"}, "what transactions work on"),
                "lists"),
      key<&WorkloadSize::from, Kind::time>("workload.from",
                                           "when the first operation is requested"),
      key<&WorkloadSize::every, Kind::time>("workload.every", "the time between two operations"),
      key<&SystemConfig::final_reads, Kind::time>(
          "workload.final_reads",
          "when each node is read for the last time; otherwise at fspec.eot"),
      named("workload-seed", key<&WorkloadSize::seed, Kind::integer>(
                                 "workload.seed", "seed of random choices", {0, most})),
      named("operations", key(Kind::operations, "workload.only",
                              "only these operations, by their numbers", {0, 999'999})),
  };
}

std::vector<std::string> checker_words() {
  std::vector<std::string> out = systems::checker_names();
  out.emplace_back("broadcast");  // a workload without a checker
  return out;
}

std::vector<OptionRow> keys_of_checker() {
  OptionRow accept =
      key(Kind::words, "checker.accept", "answers that the checker accepts as Maelstrom does");
  for (const systems::AcceptWord& one : systems::accept_words()) {
    accept.choices.emplace_back(one.name);
  }
  OptionRow specs =
      key(Kind::specifications, "checker.specs", "files of specifications beside the config");
  return {
      only_for(
          AppliesTo::nodes,
          required_by_reader(
              choice_key("checker", checker_words(),
                         "how executions are judged; otherwise by the checker of the workload"),
              "how executions are judged, such as set or lin-kv")),
      beside("kind", needed(choice_key("checker.kind", checker_words(), "the name of a checker"),
                            "the name of a checker, such as txn")),
      beside("kind", otherwise(choice_key("checker.consistency", systems::consistency_names(),
                                          "what transactions promise"),
                               "serializable")),
      beside("kind", std::move(accept)),
      beside("command", needed(key(Kind::words, "checker.command",
                                   "the words that start a program that judges", {1, any}),
                               "")),
      beside("command", otherwise(key(Kind::time, "checker.time", "its time limit"), "10s")),
      beside("specs", needed(std::move(specs), "")),
      only_for(AppliesTo::nodes, key(Kind::section, "goals", "further promises")),
      key<&Goals::no_exit, Kind::toggle>("goals.no_exit", "no node ends by itself"),
      otherwise(key(Kind::toggle, "goals.available",
                    "requests to a running node from fspec.eff on are answered"),
                "false"),
      needed(key(Kind::time, "goals.available.after", "how long after fspec.eff"),
             "how long after fspec.eff, such as 500ms"),
  };
}

OptionRow strategy_key() {
  OptionRow out = otherwise(choice_key("search.strategy", {"trace", "random"},
                                       "how fault sets are chosen: lineage (those that executions "
                                       "leave to be tried), or random (until one violates)"),
                            "trace");
  out.assign = [](ValueTarget to, const Value& value) {
    if (std::get<std::uint64_t>(value) == 1U) to.options->strategy = StrategyName::random;
  };
  return out;
}

OptionRow weights_key() {
  OptionRow out = key(Kind::weights, "search.weights",
                      "how likely strategy random makes each kind of fault: a weight w means odds "
                      "of w to 1; 0 means never; the default is 1");
  out.choices = weights_of_systems();
  return out;
}

std::vector<OptionRow> keys_of_search() {
  return {
      key(Kind::section, "search", "how fault sets are chosen, and when the search ends"),
      strategy_key(),
      choice_key<&Options::level, level_words>(
          "search.level",
          "what proofs assume besides determinism: nothing (exact), or that messages marked "
          "`silent` changed nothing (state)"),
      choice_key<&SystemConfig::steer, steer_words>(
          "search.steer",
          "which fault sets are tried first; default: value for the checker set, otherwise none"),
      choice_key<&Options::stop, stop_words>(
          "search.stop", "stop at the first counterexample, or find all minimal ones"),
      named("seed", key<&Options::seed, Kind::integer>(
                        "search.seed", "seed for random choices of nodes", {0, most})),
      key<&Options::double_runs, Kind::percent>(
          "search.double_runs",
          "share of the executions that are repeated in new processes; with 0% only "
          "counterexamples are repeated"),
      key<&Plan::replays, Kind::integer>(
          "search.replays", "in real time only: how often a violation has to recur", {1, 1000}),
      key<&Options::minimise, Kind::toggle>(
          "search.minimise", "find the fewest operations that the first counterexample needs"),
      choice_key<&Options::minimise_by, minimise_words>(
          "search.minimise_by",
          "search: with a proof of the minimum; ddmin: by delta debugging only"),
      key<&Options::minimise_runs, Kind::integer>(
          "search.minimise_runs",
          "how many executions delta debugging and then the proof may take; each execution counts "
          "as ten",
          {0, most}),
      weights_key(),
  };
}

/// Returns the row of a limit of real time. Such a limit is never rounded to 0.
template <auto Member>
OptionRow clock_key(std::string_view yaml, std::string_view help) {
  OptionRow out = key<Member, Kind::time>(yaml, help);
  out.assign = [](ValueTarget to, const Value& value) {
    constexpr double least_s = 0.001;
    assign<Member>(to, value);
    member_of<Member>(to) = std::max(member_of<Member>(to), least_s);
  };
  return out;
}

std::vector<OptionRow> keys_of_limits() {
  return {
      key(Kind::section, "limits", "budgets of the run, and of each execution"),
      key<&Options::time_limit_s, Kind::time>("limits.time", "the search ends after this time"),
      key<&Options::max_runs, Kind::integer>(
          "limits.runs", "the search ends after this many executions", {1, most}),
      clock_key<&Limits::step_s>("limits.step", "how long a node may take for one activation"),
      clock_key<&Limits::deadline_s>("limits.deadline",
                                     "how long a runner may take for one fault set"),
      key<&Limits::messages, Kind::integer>("limits.messages", "the most messages of an execution",
                                            {1, most_messages}),
      key<&Limits::line, Kind::integer>("limits.line", "the most bytes of a message",
                                        {1, mebibyte}),
      key<&Limits::output, Kind::integer>("limits.output", "how many bytes a node may print",
                                          {1, most}),
      key<&Limits::node_memory, Kind::integer>(
          "limits.node_memory", "the most bytes of a node's memory", {least_memory, most_bytes}),
      key<&Limits::disk, Kind::integer>("limits.disk", "the most bytes that a node writes",
                                        {mebibyte, most_bytes}),
      key<&Limits::tasks, Kind::integer>("limits.tasks", "the most processes and threads of a node",
                                         {1, 100'000}),
  };
}

std::vector<OptionRow> keys_of_workloads() {
  return {
      only_for(AppliesTo::nodes,
               needed(key(Kind::section, "workload", "the requests of clients and their times"),
                      "the kind of requests")),
      required_by_reader(
          choice_key("workload.kind", systems::workload_names(), "the kind of requests"),
          "the requests of clients: a generated workload such as broadcast, or ops"),
  };
}

/// The rows of the keys of real systems' configs, by the key, and by the map in which the key is.
struct KeyIndex {
  std::map<std::string_view, const OptionRow*> by_key;
  std::map<std::string_view, std::vector<const OptionRow*>> by_map;
};

const KeyIndex& key_index() {
  static const KeyIndex index = [] {
    KeyIndex out;
    for (const OptionRow& row : key_table()) {
      if (row.applies_to == AppliesTo::program) continue;
      const std::size_t dot = row.yaml.find_last_of('.');
      out.by_key.emplace(row.yaml, &row);
      out.by_map[dot == row.yaml.npos ? "" : row.yaml.substr(0, dot)].push_back(&row);
    }
    return out;
  }();
  return index;
}

}  // namespace

const std::vector<OptionRow>& key_table() {
  static const std::vector<OptionRow> table = [] {
    std::vector<OptionRow> all;
    for (auto&& part : {keys_of_system(), keys_of_workloads(), keys_of_operations(),
                        keys_of_workload(), system_fspec_keys(), system_sweep_keys(),
                        keys_of_checker(), keys_of_search(), keys_of_limits(), program_sections()})
      all.insert(all.end(), part.begin(), part.end());
    return all;
  }();
  return table;
}

const OptionRow& system_key(std::string_view yaml) {
  const auto found = key_index().by_key.find(yaml);
  LDFI_REQUIRE(found != key_index().by_key.end(), "no such key: " + std::string(yaml));
  return *found->second;
}

const std::vector<const OptionRow*>& system_keys_in(std::string_view map) {
  static const std::vector<const OptionRow*> none;
  const auto found = key_index().by_map.find(map);
  return found == key_index().by_map.end() ? none : found->second;
}

std::string key_path(std::string_view map, std::string_view key) {
  return map.empty() ? std::string(key) : fmt::format("{}.{}", map, key);
}

std::string_view last_part(std::string_view yaml) {
  return yaml.substr(yaml.find_last_of('.') + 1);
}

}  // namespace ldfi::config
