#include "results/export/stage_export.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "common/base/text.hpp"

namespace ldfi::results {
namespace {

std::string host_of(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte < 0x80 && std::isalnum(byte) != 0;
    if (plain || std::string_view("_-.:").find(c) != std::string_view::npos) {
      out += c;
    } else {
      out += fmt::format("%{:02X}", byte);
    }
  }
  return out;
}

class Log {
 public:
  Log(const StageRun& done, const MinimisationStage& stage) : done_(done), stage_(stage) {}

  std::string write() {
    for (const Tick& tick : done_.trace.ticks) {
      for (const SentMessage& sent : done_.deliveries) {
        if (sent.sent.tick() + 1 + sent.message.late == tick.tick) receive(sent);
      }
      for (const ScheduledEvent& event : stage_.schedule) {
        if (event.kind == "external" && event.at == tick.tick) external(event);
      }
      for (const NodeId node : tick.crashes) add(node, tick.tick, "crashes");
      send(tick);
    }
    return std::move(out_);
  }

 private:
  /// A vector clock: the number of events of each node. The first event of a node has the number 1.
  using Clock = std::map<NodeId, std::uint64_t>;
  /// A message: its tick of sending, its sender, its receiver, and the tuple that holds when it arrives.
  using Sent = std::tuple<int, NodeId, NodeId, std::string>;

  void add(NodeId node, int tick, const std::string& event) {
    Clock& clock = clocks_[node];
    ++clock[node];
    std::string text;
    for (const auto& [other, count] : clock) {
      text += fmt::format("{}\"{}\":{}", text.empty() ? "" : ", ", host(other), count);
    }
    out_ += fmt::format("{} {{{}}}\ntick {}: {}\n", host(node), text, tick, printable(event));
  }

  void receive(const SentMessage& sent) {
    const Message& m = sent.message;
    const Clock& then = sent_.at({sent.sent.tick(), m.from, m.to, m.head});
    for (const auto& [other, count] : then) {
      std::uint64_t& mine = clocks_[m.to][other];
      mine = std::max(mine, count);
    }
    add(m.to, sent.sent.tick() + 1 + m.late,
        fmt::format("receives {} from {}, sent at {}", m.head, name(m.from), sent.sent.tick()));
  }

  void external(const ScheduledEvent& event) {
    for (const Held* held : done_.trace.held_at(event.at)) {
      if (held->text == event.text && held->node) return add(*held->node, event.at, event.text);
    }
  }

  /// Adds the messages that are sent at this tick. A message that arrives twice is added once.
  void send(const Tick& tick) {
    std::map<Sent, const char*> all;
    for (const Message& m : tick.arrived) all[{tick.tick, m.from, m.to, m.head}] = "";
    for (const Message& m : tick.lost) {
      const bool pending = done_.pending.contains({Time(tick.tick), m});
      all.try_emplace({tick.tick, m.from, m.to, m.head}, pending ? ", pending" : ", lost");
    }
    for (const auto& [message, fate] : all) {
      const auto& [at, from, to, head] = message;
      add(from, at, fmt::format("sends {} to {}{}", head, name(to), fate));
      sent_[message] = clocks_[from];
    }
  }

  [[nodiscard]] const std::string& name(NodeId node) const { return done_.trace.name(node); }
  [[nodiscard]] std::string host(NodeId node) const { return host_of(name(node)); }

  const StageRun& done_;
  const MinimisationStage& stage_;
  std::map<NodeId, Clock> clocks_;
  std::map<Sent, Clock> sent_;
  std::string out_;
};

}  // namespace

std::string shiviz_log(const StageRun& done, const MinimisationStage& stage) {
  return Log(done, stage).write();
}

}  // namespace ldfi::results
