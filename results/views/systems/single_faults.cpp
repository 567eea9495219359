#include "results/views/systems/single_faults.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "common/systems/faults/fault_text.hpp"

namespace ldfi::results {
namespace {

using systems::Event;
using systems::EventKind;
using systems::Fate;
using systems::FaultSet;
using systems::Moment;

class Finder {
 public:
  explicit Finder(const systems::Recording& recording)
      : fspec_(recording.fspec), faults_(recording.faults) {}

  std::vector<std::string> at(const Event& event) {
    out_.clear();
    switch (event.kind) {
      case EventKind::send:
        message(event);
        break;
      case EventKind::recv:
      case EventKind::timer:
      case EventKind::invoke:
      case EventKind::hear:
        if (!event.waits) activation(event);
        break;
      case EventKind::pause:
        pause(event);
        break;
      case EventKind::crash:
        crash(event);
        break;
      case EventKind::restart:
        down_.erase(event.node);
        break;
      case EventKind::exit:
        down_.insert(event.node);
        break;
      case EventKind::answer:
      case EventKind::hold:
        break;
    }
    return std::move(out_);
  }

 private:
  void add(const systems::Fault& one) { out_.push_back(systems::to_text(one)); }

  void message(const Event& event) {
    const systems::MessageId& id = event.message;
    // True if a fault of the execution delays or duplicates the message.
    bool longer = false;
    systems::each_kind_of<Place::message>([&]<class Kind>(Kind*) {
      const Kind* const one = faults_.find<Kind>(id);
      if (one == nullptr) return;
      add(*one);
      longer = longer || systems::has_lengths<Kind>;
    });
    // No other fault can strike the message, because it is lost or its receiver is down.
    if (event.fate == Fate::lost || event.fate == Fate::dead) return;
    if (!fspec_.may_fail(id, event.time)) return;
    systems::each_kind_of<Place::message>([&]<class Kind>(Kind*) {
      if (longer && systems::has_lengths<Kind>) return;
      systems::each_fault_at<Kind>(id, fspec_, [this](const Kind& one) { add(one); });
    });
  }

  void activation(const Event& event) {
    if (!fspec_.has_node(event.node) || down_.contains(event.node)) return;
    const Moment moment{++done_[event.node]};
    pauses({event.node, moment.activation}, event.time);
    const auto acted = acted_.find(event.node);
    const bool now = fspec_.may_crash_now(
        acted == acted_.end() ? std::nullopt : std::optional(acted->second), event.time);
    acted_[event.node] = event.time;
    if (!now) return;
    if (fspec_.may_crash(event.node)) add(systems::Crash{event.node, moment});
    if (!fspec_.may_restart(event.node)) return;
    systems::each_fault_at<systems::Restart>({event.node, moment}, fspec_,
                                             [this](const auto& one) { add(one); });
  }

  void crash(const Event& event) {
    const std::uint64_t done = done_[event.node];
    const Moment moment =
        event.said_before ? Moment{done, event.said_before} : Moment{done + 1, {}};
    const auto* const restart = faults_.find<systems::Restart>({event.node, moment});
    if (restart != nullptr) {
      add(*restart);
    } else {
      add(systems::Crash{event.node, moment});
    }
    if (!event.said_before) pauses({event.node, moment.activation}, event.time);
    down_.insert(event.node);
    if (!event.back || event.said_before) return;
    ++done_[event.node];  // an activation that is prevented by a crash with a restart also counts
    acted_[event.node] = event.time;
  }

  void pause(const Event& event) {
    const systems::Activation before{event.node, done_[event.node] + 1};
    paused_.insert(before);
    const auto* const one = faults_.find<systems::Pause>(before);
    if (one != nullptr) add(*one);
  }

  /// Adds the pauses that may strike before the activation. A node is paused at most once before an
  /// activation.
  void pauses(const systems::Activation& before, std::int64_t time) {
    if (!fspec_.may_pause(before.first) || !fspec_.may_pause_at(time)) return;
    if (paused_.contains(before)) return;
    systems::each_fault_at<systems::Pause>(before, fspec_, [this](const auto& one) { add(one); });
  }

  const systems::Fspec& fspec_;
  const FaultSet& faults_;
  std::map<std::string, std::uint64_t> done_;
  std::map<std::string, std::int64_t> acted_;
  std::set<std::string> down_;
  std::set<systems::Activation> paused_;
  std::vector<std::string> out_;
};

}  // namespace

std::vector<std::vector<std::string>> single_faults(const History& history) {
  Finder finder(history.recording);
  std::vector<std::vector<std::string>> out;
  out.reserve(history.events().size());
  for (const Event& event : history.events()) out.push_back(finder.at(event));
  return out;
}

}  // namespace ldfi::results
