#include "results/export/system_export.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <map>

#include "common/base/diagnostic.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "results/views/systems/differences.hpp"

namespace ldfi::results {
namespace {

using systems::EventKind;

std::string executions_csv(const SystemResult& system) {
  std::string out = csv_row(
      {"execution", "faults", "struck", "result", "violated", "why", "hash", "end_ns", "messages"});
  for (std::size_t i = 0; i < system.executions.size(); ++i) {
    const SystemExecution& one = system.executions[i];
    out +=
        csv_row({std::to_string(i), to_text(one.faults), to_text(one.struck),
                 std::string(name_of(one.result)), fmt::format("{}", fmt::join(one.violated, "; ")),
                 one.why, fmt::format("{:016x}", one.hash), std::to_string(one.end),
                 std::to_string(one.sends.size())});
  }
  return out;
}

std::string counterexamples_csv(const SystemResult& system) {
  std::string out =
      csv_row({"counterexample", "execution", "faults", "minimal", "violated", "deliveries"});
  for (std::size_t i = 0; i < system.falsifiers.size(); ++i) {
    const SystemFalsifier& one = system.falsifiers[i];
    out += csv_row({fmt::format("f{}", i + 1), std::to_string(one.execution), to_text(one.faults),
                    one.minimal ? "true" : "false",
                    fmt::format("{}", fmt::join(system.executions[one.execution].violated, "; ")),
                    deliveries_in(system, one.execution).value_or("")});
  }
  return out;
}

std::string messages_csv(const SystemResult& system) {
  std::string out = csv_row({"execution", "message", "sent_ns", "arrives_ns", "fate"});
  for (std::size_t i = 0; i < system.executions.size(); ++i) {
    for (const SystemSend& send : system.executions[i].sends) {
      out += csv_row({std::to_string(i), to_text(system.messages.at(send.message)),
                      std::to_string(send.sent), std::to_string(send.arrives),
                      std::string(name_of(send.fate))});
    }
  }
  return out;
}

/// Returns operations.csv: the requests and answers in the recordings that were kept.
std::string operations_csv(const SystemResult& system) {
  std::string out =
      csv_row({"execution", "client", "node", "asked_ns", "request", "answered_ns", "answer"});
  for (std::size_t i = 0; i < system.executions.size(); ++i) {
    if (system.executions[i].recording.empty()) continue;
    for (const Asked& one : history_of(system, i).asked) {
      out += csv_row({std::to_string(i), one.client, one.node, std::to_string(one.at), one.request,
                      one.answered ? std::to_string(*one.answered) : "", one.answer});
    }
  }
  return out;
}

/// Keeps a vector clock for each node: how many events of each other node the node may depend on.
class Clocks {
 public:
  std::string tick(const std::string& node) {
    ++clocks_[node][node];
    return text(node);
  }
  void send(const std::string& node, const systems::MessageId& id) { sent_[id] = clocks_[node]; }
  void receive(const std::string& node, const systems::MessageId& id) {
    for (const auto& [other, count] : sent_[id]) {
      std::uint64_t& mine = clocks_[node][other];
      mine = std::max(mine, count);
    }
  }

 private:
  [[nodiscard]] std::string text(const std::string& node) {
    std::string out;
    for (const auto& [other, count] : clocks_[node]) {
      out += fmt::format("{}\"{}\":{}", out.empty() ? "" : ", ", other, count);
    }
    return "{" + out + "}";
  }
  std::map<std::string, std::map<std::string, std::uint64_t>> clocks_;
  std::map<systems::MessageId, std::map<std::string, std::uint64_t>> sent_;
};

}  // namespace

std::vector<ExportFile> system_csv(const RunRecord& run) {
  return {{"executions.csv", executions_csv(*run.system)},
          {"counterexamples.csv", counterexamples_csv(*run.system)},
          {"messages.csv", messages_csv(*run.system)},
          {"operations.csv", operations_csv(*run.system)}};
}

std::string shiviz_log(const History& history) {
  std::string out;
  Clocks clocks;
  for (std::size_t i = 0; i < history.events().size(); ++i) {
    const systems::Event& event = history.events()[i];
    const std::string node = place_of(history, i);
    if (!systems::is_name(node)) continue;
    if (event.kind == EventKind::recv) clocks.receive(node, event.message);
    const std::string clock = clocks.tick(node);
    if (event.kind == EventKind::send) clocks.send(node, event.message);
    out += fmt::format("{} {}\n{}: {}\n", node, clock, time_text(event.time),
                       printable(happening(history, i)));
  }
  return out;
}

}  // namespace ldfi::results
