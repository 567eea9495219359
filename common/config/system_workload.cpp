#include "common/config/system_workload.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "common/base/text.hpp"
#include "common/config/config_reader.hpp"
#include "common/config/system_keys.hpp"
#include "common/systems/node_name.hpp"
#include "common/systems/operation_numbers.hpp"

namespace ldfi::config {
namespace {

using Json = nlohmann::json;

/// Converts a node to JSON. As in YAML, a scalar without quotes is a number, true, false or null if
/// it looks like one.
Json json_of(const YamlNode& node) {  // NOLINT(misc-no-recursion): max_yaml_depth
  Json out;
  switch (node.type) {
    case YamlNode::Type::null:
    case YamlNode::Type::refused:
      break;
    case YamlNode::Type::list:
      out = Json::array();
      for (const YamlNode& one : node.children) out.push_back(json_of(one));
      break;
    case YamlNode::Type::map:
      out = Json::object();
      for (const YamlNode& one : node.children) out[one.key] = json_of(one);
      break;
    case YamlNode::Type::scalar:
      if (!is_string(node)) out = Json::parse(node.text, nullptr, false);
      if (is_string(node) || out.is_discarded()) out = node.text;
      break;
  }
  return out;
}

class WorkloadReader {
 public:
  WorkloadReader(MapReader& top, SystemConfig& config, std::vector<Diagnostic>& problems)
      : top_(top), config_(config), plan_(config.plan), problems_(problems) {}

  std::optional<systems::Workload> read(const YamlNode& node);

 private:
  /// Reports keys about the size of a workload if the workload is not generated.
  void refuse_size(MapReader& map);
  void generated(MapReader& map, systems::Workload kind);
  void operations(const YamlNode& list);
  void choose(MapReader& map);
  void choose(const YamlNode& only);
  void check();
  void goes_on_after_eot(double last);

  /// The places of `at` and `node` of an operation in the config, for diagnostics.
  struct Entry {
    const YamlNode* at = nullptr;
    const YamlNode* node = nullptr;
  };

  MapReader& top_;
  SystemConfig& config_;
  systems::Plan& plan_;
  std::vector<Diagnostic>& problems_;
  /// Places by the number of an operation; empty if the operations are generated.
  std::vector<Entry> entries_;
  double last_ = 0;  ///< time of the last operation that is generated, in nanoseconds
};

std::optional<systems::Workload> WorkloadReader::read(const YamlNode& node) {
  std::optional<systems::Workload> kind;
  MapReader map(node, "workload", problems_);
  map.only();
  if (const auto choice = map.choice("kind")) {
    kind = systems::workload_named(system_key("workload.kind").choices[*choice]);
  }
  if (const YamlNode* const list = map.find("ops")) {
    refuse_size(map);
    operations(*list);
  } else if (kind) {
    generated(map, *kind);
  } else if (map.find("kind") == nullptr) {
    map.need("kind");
  }
  std::set<std::string> clients;
  for (const systems::Operation& one : plan_.operations) clients.insert(one.client);
  plan_.clients.assign(clients.begin(), clients.end());
  choose(map);
  check();
  return kind;
}

void WorkloadReader::refuse_size(MapReader& map) {
  for (const OptionRow* row : system_keys_in("workload")) {
    const std::string_view key = last_part(row->yaml);
    const YamlNode* const node = map.find(key);
    if (node == nullptr || key == "kind" || key == "ops" || key == "only") continue;
    map.fail(*node,
             fmt::format("{} is only for generated workloads: ops are run as written", row->yaml));
  }
}

void WorkloadReader::generated(MapReader& map, systems::Workload kind) {
  systems::WorkloadSize& size = config_.workload;
  size.from = std::min(size.from, plan_.eot);
  map.read(config_);
  const auto values = map.choice("values");
  size.registers = values == 1U;
  if (values && kind != systems::Workload::txn) {
    map.fail(*map.find("values"), "workload.values is for the workload txn");
  }
  const std::optional<std::int64_t> reads = config_.final_reads;
  if (plan_.nodes.empty()) return;
  const double last = static_cast<double>(size.from) +
                      static_cast<double>(size.operations - 1) * static_cast<double>(size.every);
  const bool far = last >= 1e18;  // no execution lasts as long as that
  if (far || reads.value_or(0) > plan_.eot) return goes_on_after_eot(last);
  // The final reads have the last numbers, even if other operations are too late to be executed.
  size.final_reads = reads.value_or(std::max(plan_.eot, static_cast<std::int64_t>(last) + 1));
  plan_.operations = systems::operations_of(kind, size, plan_.nodes);
  for (systems::Operation& one : plan_.operations) {
    if (!reads && one.at == size.final_reads) one.at = plan_.eot;
  }
  last_ = last;
}

void WorkloadReader::goes_on_after_eot(double last) {
  top_.fail(*top_.find("workload"), "the workload has operations after fspec.eot",
            {fmt::format("its last operation is at {:.3f} s", last / 1e9)});
}

void WorkloadReader::operations(const YamlNode& list) {
  if (list.type != YamlNode::Type::list || list.children.empty()) {
    return top_.fail(list, "workload.ops takes a list, with {at, client, node, body} each");
  }
  const std::uint64_t limit = system_key("workload.operations").high;
  if (list.children.size() > limit) {
    return top_.fail(list, fmt::format("workload.ops has more than {} entries", limit));
  }
  for (const YamlNode& entry : list.children) {
    MapReader map(entry, "an entry of workload.ops", problems_, "workload.ops");
    map.only();
    if (entry.type != YamlNode::Type::map) continue;
    systems::Operation one;
    map.need("at");
    one.at = map.duration("at").value_or(0);
    one.client = map.word("client").value_or("c1");
    if (!systems::is_client_name(one.client) || one.client == "c0") {
      map.fail(*map.find("client"), "call clients c1, c2 and so on");
    }
    map.need("node");
    one.node = map.word("node").value_or("");
    const YamlNode* const body = map.need("body");
    const Json json = body == nullptr ? Json() : json_of(*body);
    if (body != nullptr &&
        (!json.is_object() || !json.contains("type") || !json["type"].is_string())) {
      map.fail(*body, "body takes a map with a type");
    }
    one.body = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    one.number = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back({map.find("at"), map.find("node")});
    plan_.operations.push_back(std::move(one));
  }
  std::ranges::stable_sort(plan_.operations, {}, &systems::Operation::at);
}

/// Checks only the operations that are executed. Others may be too late or have an unknown node, so
/// that a config for a smaller system can keep them.
void WorkloadReader::check() {
  for (const systems::Operation& one : plan_.operations) {
    const bool late = one.at > plan_.eot;
    if (entries_.empty() && late) return goes_on_after_eot(last_);
    if (entries_.empty()) continue;
    const Entry& entry = entries_[one.number];
    if (late && entry.at != nullptr) top_.fail(*entry.at, "at is later than fspec.eot");
    if (entry.node == nullptr || std::ranges::count(plan_.nodes, one.node) > 0) continue;
    top_.fail(*entry.node, fmt::format("{} is not a node", shown(one.node)));
  }
}

/// Numbers all operations, and removes those that the key `only` does not select.
void WorkloadReader::choose(MapReader& map) {
  std::vector<systems::Operation>& all = plan_.operations;
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!entries_.empty()) entries.push_back(entries_[all[i].number]);
    all[i].number = static_cast<std::uint32_t>(i);
  }
  entries_ = std::move(entries);
  const YamlNode* const node = map.find("only");
  if (node != nullptr && !all.empty()) choose(*node);
}

void WorkloadReader::choose(const YamlNode& only) {
  std::vector<systems::Operation>& all = plan_.operations;
  const bool scalar = only.type == YamlNode::Type::scalar;
  std::string text = scalar ? only.text : "";
  if (only.type == YamlNode::Type::list) {
    for (const YamlNode& one : only.children) {
      const bool number = one.type == YamlNode::Type::scalar && !one.quoted;
      text += (text.empty() ? "" : ",") + (number ? one.text : std::string("?"));
    }
  }
  const auto numbers = systems::read_operation_numbers(text);
  if (!numbers) {
    return top_.fail(
        only,
        "workload.only takes an integer from 0 to 999999, or several such as [0, 3] or 0,3,5..8");
  }
  if (!numbers->empty() && numbers->back() >= all.size()) {
    return top_.fail(only, fmt::format("workload.only: there is no operation {}: they are 0 to {}",
                                       numbers->back(), all.size() - 1));
  }
  std::erase_if(all, [&numbers](const systems::Operation& one) {
    return !std::ranges::binary_search(*numbers, one.number);
  });
}

}  // namespace

std::optional<systems::Workload> read_system_workload(MapReader& top, SystemConfig& config,
                                                      std::vector<Diagnostic>& problems) {
  const YamlNode* const node = top.need("workload");
  if (node == nullptr) return std::nullopt;
  return WorkloadReader(top, config, problems).read(*node);
}

}  // namespace ldfi::config
