#include "common/systems/lineage.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

#include "common/systems/event_rows.hpp"

namespace ldfi::systems {
namespace {

class Tracer {
 public:
  explicit Tracer(const Recording& recording) {
    for (const Event& event : recording.events) take(event);
    find_causes();
  }
  Lineage out;

 private:
  struct Received {
    MessageId message;
    std::string node;
    std::uint64_t activation = 0;
  };

  void take(const Event& event) {
    switch (event.kind) {
      case EventKind::send:
        sent_[event.message] = activations_[event.node];
        for (const std::string& value : event.carries) {
          out.carriers.push_back({value, event.message, event.time, activations_[event.node]});
        }
        break;
      case EventKind::invoke:
        out.nodes.insert(event.node);
        for (const std::string& value : event.carries) out.values.emplace(value, event.node);
        if (!event.waits) activate(event.node);
        break;
      case EventKind::recv:
        activate(event.node);
        received_.push_back({event.message, event.node, activations_[event.node]});
        break;
      case EventKind::timer:
      case EventKind::hear:
        activate(event.node);
        break;
      case EventKind::restart:
        down_.erase(event.node);
        break;
      case EventKind::answer: {
        std::uint64_t& last = needed_[event.node.empty() ? active_ : event.node];
        last = std::max(last, activations_[event.node.empty() ? active_ : event.node]);
        break;
      }
      default:  // if the node restarts, the activation that the crash prevented has a number, too
        if (!row_of(event.kind).ends_node) break;
        down_.insert(event.node);
        if (event.back && !event.said_before) ++activations_[event.node];
    }
  }

  void activate(const std::string& node) {
    if (down_.contains(node)) return;
    ++activations_[node];
    active_ = node;
  }

  /// Finds the messages that may have influenced answers. Goes backwards through the receipts,
  /// because an activation may depend on everything that its node received before.
  void find_causes() {
    for (const Received& one : received_ | std::views::reverse) {
      if (one.activation > needed_[one.node]) continue;
      out.causes.insert(one.message);
      std::uint64_t& sender = needed_[one.message.from];
      sender = std::max(sender, sent_[one.message]);
    }
  }

  std::map<std::string, std::uint64_t> activations_;
  /// For each node, the number of its last activation that may have influenced an answer, from 1.
  std::map<std::string, std::uint64_t> needed_;
  /// For each message, the number of the activation that sent it.
  std::map<MessageId, std::uint64_t> sent_;
  std::vector<Received> received_;
  std::set<std::string> down_;
  std::string active_;  ///< node that had the most recent activation
};

}  // namespace

Lineage lineage_of(const Recording& recording) {
  return Tracer(recording).out;
}

}  // namespace ldfi::systems
