#include "common/systems/pending.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "common/systems/event_rows.hpp"
#include "common/systems/faults/fault_text.hpp"

namespace ldfi::systems {
namespace {

/// How many activations (handled messages and timers) a receiver had while a message to it was held
/// back.
struct Overtaking {
  std::uint64_t all = 0;
  /// Number of these activations that receive a message which the new execution does not deliver.
  std::uint64_t pending = 0;
};

struct Done {
  /// For each node and activation, true if the activation receives a message which the new
  /// execution does not deliver.
  std::map<std::string, std::vector<bool>> activations;
  /// For each message that was held back, the number of activations during its wait.
  std::map<MessageId, Overtaking> overtaking;
};

class Counter {
 public:
  explicit Counter(const std::set<MessageId>& pending) : pending_(pending) {}

  Done count(const Recording& recording) {
    for (const Event& event : recording.events) take(event);
    return std::move(out_);
  }

 private:
  void take(const Event& event) {
    switch (event.kind) {
      case EventKind::hold:
        held_[event.node].insert(event.message);
        break;
      case EventKind::recv:
        held_[event.node].erase(event.message);
        act(event.node, pending_.contains(event.message));
        break;
      case EventKind::timer:
      case EventKind::hear:
        act(event.node);
        break;
      case EventKind::invoke:  // a request to a node that is down causes no activation
        if (!down_.contains(event.node) && !event.waits) act(event.node);
        break;
      case EventKind::restart:
        down_.erase(event.node);
        break;
      // If the node restarts, the activation that the crash prevented has a number, too.
      default:
        if (!row_of(event.kind).ends_node) break;
        if (event.back && !event.said_before) out_.activations[event.node].push_back(false);
        down_.insert(event.node);
    }
  }

  void act(const std::string& node, bool is_pending = false) {
    out_.activations[node].push_back(is_pending);
    for (const MessageId& id : held_[node]) {
      Overtaking& one = out_.overtaking[id];
      ++one.all;
      one.pending += is_pending ? 1U : 0U;
    }
  }

  const std::set<MessageId>& pending_;
  std::set<std::string> down_;
  std::map<std::string, std::set<MessageId>> held_;  ///< messages that are held back, by receiver
  Done out_;
};

/// Returns the moment with its activation number in the new execution. Returns nullopt if the
/// moment is during an activation that the new execution does not have.
std::optional<Moment> moved(const std::vector<bool>& activations, Moment moment) {
  const std::size_t before = std::min<std::size_t>(moment.activation - 1, activations.size());
  const bool in_it = moment.said && before < activations.size() && activations[before];
  if (in_it) return std::nullopt;
  const auto end = activations.begin() + static_cast<std::ptrdiff_t>(before);
  moment.activation -= static_cast<std::uint64_t>(std::count(activations.begin(), end, true));
  return moment;
}

/// Adapts faults to an execution in which some messages are not delivered, so that activations have
/// other numbers. Returns nullopt for a fault that has nothing to hit in that execution.
class Moved {
 public:
  Moved(Done& done, const std::set<MessageId>& pending) : done_(done), pending_(pending) {}

  template <class Kind>
  std::optional<Fault> operator()(const Kind& fault) {
    if constexpr (Kind::place == Place::message) {
      return unless_pending(fault);
    } else if constexpr (Kind::place == Place::node) {
      const auto [node, moment] = fault.moment();
      const auto when = moved(done_.activations[node], moment);
      return when ? std::optional<Fault>(fault.moved_to(*when)) : std::nullopt;
    } else {
      return fault;
    }
  }
  std::optional<Fault> operator()(Delay delay) {
    const auto over = done_.overtaking.find(delay.message);
    if (!is_behind(delay.late) || over == done_.overtaking.end()) return unless_pending(delay);
    const std::uint64_t before = activations_before(delay.late);
    if (over->second.all < before)
      return unless_pending(delay);  // its time limit ended the wait, so the number of activations
                                     // does not matter
    if (over->second.pending >= before) return std::nullopt;
    delay.late = behind(before - over->second.pending);
    return unless_pending(delay);
  }

 private:
  template <class Kind>
  std::optional<Fault> unless_pending(const Kind& fault) {
    return pending_.contains(fault.message) ? std::nullopt : std::optional<Fault>(fault);
  }

  Done& done_;
  const std::set<MessageId>& pending_;
};

}  // namespace

std::string pending_problem(const Recording& recording, const Event& sent) {
  const bool pending = is_pending(recording, sent.message);
  if (pending == (sent.fate == Fate::pending)) return "";
  return fmt::format("{} is {}among the deliveries", to_text(sent.message), pending ? "not " : "");
}

std::vector<MessageId> deliveries_of(const Recording& recording) {
  std::vector<MessageId> out;
  std::set<MessageId> seen;
  for (const Event& event : recording.events) {
    if (event.kind != EventKind::recv || !may_be_pending(recording, event.message)) continue;
    if (seen.insert(event.message).second) out.push_back(event.message);
  }
  for (const Event& event : recording.events) {
    const bool dead = event.kind == EventKind::send && event.fate == Fate::dead;
    if (!dead || !may_be_pending(recording, event.message)) continue;
    if (seen.insert(event.message).second) out.push_back(event.message);
  }
  return out;
}

FaultSet faults_without(const Recording& recording, const FaultSet& faults,
                        const std::set<MessageId>& pending) {
  Done done = Counter(pending).count(recording);
  FaultSet out;
  Moved moved(done, pending);
  for (const Fault& fault : faults) {
    if (auto now = std::visit(moved, fault)) out.add(*std::move(now));
  }
  return out;
}

}  // namespace ldfi::systems
