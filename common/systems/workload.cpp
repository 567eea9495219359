#include "common/systems/workload.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <random>
#include <utility>

namespace ldfi::systems {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::pair<std::string_view, Workload>, 6> names{
    {{"broadcast", Workload::broadcast},
     {"counter", Workload::counter},
     {"echo", Workload::echo},
     {"lin-kv", Workload::lin_kv},
     {"set", Workload::set},
     {"unique-ids", Workload::unique_ids}}};

constexpr std::int64_t first_value = 100;
constexpr std::int64_t topology_at = 1'000'000;

/// One operation of lin-kv: half of them write, each a value of its own.
Json on_register(std::mt19937_64& random, std::uint64_t keys, std::int64_t value,
                 std::vector<std::int64_t>& written) {
  const std::uint64_t key = random() % keys;
  switch (random() % 4) {
    case 0:
      return {{"type", "read"}, {"key", key}};
    case 1: {
      const std::int64_t from = written[random() % written.size()];
      written.push_back(value);
      return {{"type", "cas"}, {"key", key}, {"from", from}, {"to", value}};
    }
    default:
      written.push_back(value);
      return {{"type", "write"}, {"key", key}, {"value", value}};
  }
}

Json topology(const std::vector<std::string>& nodes) {
  Json all = Json::object();
  for (const std::string& node : nodes) {
    all[node] = Json::array();
    for (const std::string& other : nodes) {
      if (other != node) all[node].push_back(other);
    }
  }
  return {{"type", "topology"}, {"topology", all}};
}

}  // namespace

std::optional<Workload> workload_named(std::string_view name) {
  for (const auto& [known, kind] : names) {
    if (known == name) return kind;
  }
  return std::nullopt;
}

std::vector<std::string> workload_names() {
  std::vector<std::string> out;
  for (const auto& [name, kind] : names) out.emplace_back(name);
  return out;
}

Checker checker_of(Workload kind) {
  switch (kind) {
    case Workload::echo:
      return Checker::echo;
    case Workload::unique_ids:
      return Checker::unique_ids;
    case Workload::counter:
      return Checker::counter;
    case Workload::lin_kv:
      return Checker::lin_kv;
    case Workload::broadcast:
    case Workload::set:
      break;
  }
  return Checker::set;
}

std::vector<Operation> operations_of(Workload kind, const WorkloadSize& size,
                                     const std::vector<std::string>& nodes) {
  std::vector<Operation> out;
  std::mt19937_64 random(size.seed);
  std::vector<std::int64_t> written{first_value - 1};
  const auto add = [&out](std::int64_t at, std::string client, const std::string& node,
                          const Json& body) {
    out.push_back({at, std::move(client), node, body.dump()});
  };
  if (kind == Workload::broadcast) {
    for (const std::string& node : nodes) add(topology_at, "c1", node, topology(nodes));
  }
  for (std::uint64_t i = 0; i < size.operations; ++i) {
    const std::int64_t at = size.from + static_cast<std::int64_t>(i) * size.every;
    const std::int64_t value = first_value + static_cast<std::int64_t>(i);
    Json body;
    switch (kind) {
      case Workload::echo:
        body = {{"type", "echo"}, {"echo", fmt::format("echo {}", value)}};
        break;
      case Workload::unique_ids:
        body = {{"type", "generate"}};
        break;
      case Workload::broadcast:
        body = {{"type", "broadcast"}, {"message", value}};
        break;
      case Workload::set:
        body = {{"type", "add"}, {"element", value}};
        break;
      case Workload::counter:
        body = {{"type", "add"}, {"delta", static_cast<std::int64_t>(i) + 1}};
        break;
      case Workload::lin_kv:
        body = on_register(random, std::max<std::uint64_t>(size.keys, 1), value, written);
        break;
    }
    add(at, fmt::format("c{}", i % size.clients + 1), nodes[i % nodes.size()], body);
  }
  const bool read = kind != Workload::echo && kind != Workload::unique_ids;
  const std::uint64_t keys = kind == Workload::lin_kv ? size.keys : 1;
  for (std::size_t n = 0; read && n < nodes.size(); ++n) {
    for (std::uint64_t key = 0; key < keys; ++key) {
      Json body{{"type", "read"}};
      if (kind == Workload::lin_kv) body["key"] = key;
      add(size.final_reads, fmt::format("c{}", size.clients + 1 + n), nodes[n], body);
    }
  }
  std::ranges::stable_sort(out, {}, &Operation::at);
  return out;
}

}  // namespace ldfi::systems
