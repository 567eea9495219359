#include "common/systems/workload.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <utility>

namespace ldfi::systems {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::pair<std::string_view, Workload>, 9> names{
    {{"broadcast", Workload::broadcast},
     {"counter", Workload::counter},
     {"echo", Workload::echo},
     {"kafka", Workload::kafka},
     {"lin-kv", Workload::lin_kv},
     {"pn-counter", Workload::pn_counter},
     {"set", Workload::set},
     {"txn", Workload::txn},
     {"unique-ids", Workload::unique_ids}}};

constexpr std::int64_t first_value = 100;
constexpr std::int64_t topology_at = 1'000'000;

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

/// Generates all operations of a workload in turn, followed by the final reads.
class Generator {
 public:
  Generator(Workload kind, const WorkloadSize& size, const std::vector<std::string>& nodes)
      : kind_(kind),
        size_(size),
        nodes_(nodes),
        keys_(std::max<std::uint64_t>(size.keys, 1)),
        random_(size.seed) {}

  std::vector<Operation> run() {
    if (kind_ == Workload::broadcast) {
      for (const std::string& node : nodes_) add(topology_at, "c1", node, topology(nodes_));
    }
    for (std::uint64_t i = 0; i < size_.operations; ++i) {
      const std::int64_t at = size_.from + static_cast<std::int64_t>(i) * size_.every;
      add(at, fmt::format("c{}", i % size_.clients + 1), nodes_[i % nodes_.size()], ask(i));
    }
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      for (const Json& body : final_reads()) {
        add(size_.final_reads, fmt::format("c{}", size_.clients + 1 + n), nodes_[n], body);
      }
    }
    std::ranges::stable_sort(out_, {}, &Operation::at);
    return std::move(out_);
  }

 private:
  void add(std::int64_t at, std::string client, const std::string& node, const Json& body) {
    out_.push_back({at, std::move(client), node, body.dump()});
  }

  /// Returns the body of the request with this number. No two requests write the same value.
  Json ask(std::uint64_t number) {
    const auto i = static_cast<std::int64_t>(number);
    switch (kind_) {
      case Workload::echo:
        return {{"type", "echo"}, {"echo", fmt::format("echo {}", first_value + i)}};
      case Workload::unique_ids:
        return {{"type", "generate"}};
      case Workload::broadcast:
        return {{"type", "broadcast"}, {"message", first_value + i}};
      case Workload::set:
        return {{"type", "add"}, {"element", first_value + i}};
      case Workload::counter:
        return {{"type", "add"}, {"delta", i + 1}};
      case Workload::pn_counter:
        return {{"type", "add"}, {"delta", random_() % 2 == 0 ? i + 1 : -i - 1}};
      case Workload::lin_kv:
        return on_register(first_value + i);
      case Workload::kafka:
        return on_log(first_value + i);
      case Workload::txn:
        break;
    }
    return transaction();
  }

  /// Returns a random request to a register of lin-kv: a read or a cas with probability 1/4 each,
  /// else a write.
  Json on_register(std::int64_t value) {
    const std::uint64_t key = random_() % keys_;
    switch (random_() % 4) {
      case 0:
        return {{"type", "read"}, {"key", key}};
      case 1: {
        const std::int64_t from = written_[random_() % written_.size()];
        written_.push_back(value);
        return {{"type", "cas"}, {"key", key}, {"from", from}, {"to", value}};
      }
      default:
        written_.push_back(value);
        return {{"type", "write"}, {"key", key}, {"value", value}};
    }
  }

  /// Returns the name of a log. Names are numbers as text, as in Maelstrom.
  static std::string log_name(std::uint64_t key) { return std::to_string(key); }

  /// Returns a random request to a log of kafka: a send with probability 5/8. The first request is
  /// a send.
  Json on_log(std::int64_t value) {
    const std::string key = log_name(random_() % keys_);
    const std::uint64_t what = sent_.empty() ? 7 : random_() % 8;
    if (what == 0) {
      // The number of sends so far is used as the offset, because the generator cannot know which
      // offset the client has polled.
      return {{"type", "commit_offsets"}, {"offsets", {{key, sent_[key]}}}};
    }
    if (what == 1) return {{"type", "list_committed_offsets"}, {"keys", Json::array({key})}};
    if (what == 2) return {{"type", "poll"}, {"offsets", {{key, random_() % (sent_[key] + 1)}}}};
    ++sent_[key];
    return {{"type", "send"}, {"key", key}, {"msg", value}};
  }

  Json transaction() {
    Json list = Json::array();
    for (std::uint64_t left = 1 + random_() % 3; left > 0; --left) {
      const std::uint64_t key = random_() % keys_;
      if (random_() % 2 == 0) {
        list.push_back({"r", key, nullptr});
      } else {
        list.push_back({size_.registers ? "w" : "append", key, ++last_});
      }
    }
    return {{"type", "txn"}, {"txn", list}};
  }

  /// Returns the bodies of the final reads of one node.
  std::vector<Json> final_reads() const {
    std::vector<Json> out;
    if (kind_ == Workload::echo || kind_ == Workload::unique_ids) return out;
    if (kind_ == Workload::lin_kv) {
      for (std::uint64_t key = 0; key < size_.keys; ++key) {
        out.push_back({{"type", "read"}, {"key", key}});
      }
    } else if (kind_ == Workload::kafka) {
      Json offsets = Json::object();
      Json keys = Json::array();
      for (std::uint64_t key = 0; key < keys_; ++key) {
        offsets[log_name(key)] = 0;
        keys.push_back(log_name(key));
      }
      out.push_back({{"type", "poll"}, {"offsets", offsets}});
      out.push_back({{"type", "list_committed_offsets"}, {"keys", keys}});
    } else if (kind_ == Workload::txn) {
      Json list = Json::array();
      for (std::uint64_t key = 0; key < keys_; ++key) list.push_back({"r", key, nullptr});
      out.push_back({{"type", "txn"}, {"txn", list}});
    } else {
      out.push_back({{"type", "read"}});
    }
    return out;
  }

  Workload kind_;
  const WorkloadSize& size_;
  const std::vector<std::string>& nodes_;
  std::uint64_t keys_;
  std::mt19937_64 random_;
  std::vector<Operation> out_;
  std::vector<std::int64_t> written_{first_value - 1};  ///< values that a register may have, from
                                                        ///< which cas chooses
  std::map<std::string, std::uint64_t> sent_;           ///< for each key, the number of messages
                                                        ///< that requests have appended
  std::int64_t last_ = 0;                               ///< value that a transaction wrote last, to
                                                        ///< write each value once
};

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
    case Workload::pn_counter:
      return Checker::counter;
    case Workload::lin_kv:
      return Checker::lin_kv;
    case Workload::kafka:
      return Checker::kafka;
    case Workload::txn:
      return Checker::txn;
    case Workload::broadcast:
    case Workload::set:
      break;
  }
  return Checker::set;
}

std::vector<Operation> operations_of(Workload kind, const WorkloadSize& size,
                                     const std::vector<std::string>& nodes) {
  return Generator(kind, size, nodes).run();
}

}  // namespace ldfi::systems
