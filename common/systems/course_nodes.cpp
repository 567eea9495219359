// Follows the nodes of a recording: their activations, crashes, restarts and pauses.
#include <fmt/core.h>

#include "common/base/text.hpp"
#include "common/systems/course_follower.hpp"
#include "common/systems/faults/fault_text.hpp"

namespace ldfi::systems {

bool Follower::should_crash(const std::string& node, const Moment& when) const {
  const FaultSet& faults = recording_.faults;
  return faults.contains(Crash{node, when}) || faults.has<Restart>({node, when});
}

void Follower::say(const std::string& node) {
  const auto found = said_.find(node);
  if (!recording_.fspec.midway || found == said_.end()) return;
  const Activation now{node, course_.activations[node]};
  const Moment moment{now.second, found->second};
  if (should_crash(node, moment) && !course_.spared.contains(now)) {
    fail(fmt::format("{} should have crashed before this: C({},{})", node, node, to_text(moment)));
  }
  course_.said[now] = ++found->second;
}

void Follower::expect_activation(const Event& event) {
  if (!recording_.fspec.midway) return;
  const std::string& node = event.node;
  if (event.starting) {
    if (!ready_.contains(node)) return;
    return fail(
        fmt::format("{} is not starting any more: it had a timer or an operation before", node),
        {"remove \"starting\""});
  }
  const auto started = started_.find(node);
  const auto acted = acted_.find(node);
  if (event.time == (started == started_.end() ? 0 : started->second)) return;
  if (acted != acted_.end() && acted->second == event.time) return;
  fail(fmt::format("{} sends or answers this at {}, but {}", node, event.time,
                   acted == acted_.end()
                       ? "it had no activation before"
                       : fmt::format("its last activation was at {}", acted->second)),
       {"where nodes crash during an activation, write each send and answer after its recv, timer, "
        "invoke or hear, with the same time"});
}

void Follower::activate(const Event& event) {
  if (!is_node(event.node)) return;
  if (down_.contains(event.node)) {
    if (event.kind != EventKind::invoke)
      fail(fmt::format("{} is down, so it cannot do this", event.node));
    if (!event.operation.empty()) unreceived_operations_.insert(event.operation);
    return;  // a client may send a request to a node that is down, so this is not a problem
  }
  if (event.kind == EventKind::invoke || event.kind == EventKind::timer) ready_.insert(event.node);
  silent_.erase(event.node);
  reject_event_of_paused_node(event);
  if (event.kind != EventKind::recv) receives_next_released(event);
  come(holding(event.node).count(), event.time,
       Joining::behind_activation(course_.activations[event.node] + 1));
  const bool spared = !may_crash_now(event.node, event.time);
  const std::uint64_t activation = ++course_.activations[event.node];
  approach(event.node, activation, event.time);
  if (spared) course_.spared.insert({event.node, activation});
  acted_[event.node] = event.time;
  said_[event.node] = 0;
  if (!spared && should_crash(event.node, {activation})) {
    fail(fmt::format("{} should have crashed before this: C({},#{})", event.node, event.node,
                     activation));
  }
}

void Follower::approach(const std::string& node, std::uint64_t activation, std::int64_t time) {
  if (!recording_.fspec.may_pause(node)) return;
  course_.approached[node] = activation;
  const auto last = paused_.find(node);
  if (last != paused_.end() && last->second == activation)
    // The last pause of the node already postponed this activation, so the activation may happen
    // now.
    return;
  if (!recording_.fspec.may_pause_at(time)) {
    course_.steady.insert({node, activation});
  } else if (recording_.faults.has<Pause>({node, activation})) {
    fail(fmt::format("{} should have been paused before this: S({},#{})", node, node, activation));
  }
}

void Follower::pause(const Event& event) {
  if (!is_node(event.node)) return;
  if (down_.contains(event.node)) fail(fmt::format("{} is down, so it cannot do this", event.node));
  reject_event_of_paused_node(event);
  said_.erase(event.node);
  const Activation next{event.node, course_.activations[event.node] + 1};
  const Pause* const asked = recording_.faults.find<Pause>(next);
  const std::string text = fmt::format("S({},#{})", next.first, next.second);
  if (asked == nullptr) return fail(fmt::format("{} is not among the faults", text));
  if (!recording_.fspec.may_pause_at(event.time)) {
    fail(fmt::format("{} is not possible by the spec at {}", text, event.time));
  }
  if (!course_.struck.add(*asked)) fail(text + " came before");
  if (event.back != event.time + asked->standing) {
    fail(fmt::format("by the faults it resumes {} later: \"back\" must be {}",
                     duration_text(asked->standing), event.time + asked->standing));
  }
  course_.approached[event.node] = paused_[event.node] = next.second;
  still_[event.node] = event.time + asked->standing;
  standstills_.add(event.node, event.time, event.time + asked->standing);
}

void Follower::invoke(const Event& event) {
  if (!event.waits) return activate(event);
  if (!is_node(event.node)) return;
  const auto still = still_.find(event.node);
  if (still == still_.end() || still->second <= event.time || down_.contains(event.node)) {
    fail(fmt::format("{} is not paused, so nothing waits for it", event.node));
  }
  waiting_requests_[event.node].push_back({event.time, event.operation});
}

void Follower::hear(const Event& event) {
  if (!is_node(event.node)) return;
  std::deque<Waiting>& unheard = waiting_requests_[event.node];
  if (unheard.empty()) {
    fail(fmt::format("no request of a client waits for {}", event.node));
  } else {
    const Waiting first = unheard.front();
    unheard.pop_front();
    if (first.operation != event.operation) {
      fail(
          fmt::format("{} handles operation {}, but operation {} has waited longer and comes first",
                      event.node, printable(beginning(event.operation)),
                      printable(beginning(std::string(first.operation)))));
    }
    if (event.time == first.since || !standstills_.may_get(event.node, first.since, event.time)) {
      fail(
          fmt::format("the request to {} of time {} cannot be received now: the node does not "
                      "resume at this time",
                      event.node, first.since));
    }
    check_order_after_pause(event, first.since);
  }
  activate(event);
}

void Follower::check_order_after_pause(const Event& event, std::int64_t since) {
  Turn& last = turns_[event.node];
  if (last.time == event.time && since < event.time && (last.timer || since < last.since)) {
    fail(fmt::format(
        "{} should have received this before its last activation: it has waited since {}",
        event.node, since));
  }
  const bool timer = event.kind == EventKind::timer;
  const auto unheard = waiting_requests_.find(event.node);
  if (timer && unheard != waiting_requests_.end() && !unheard->second.empty()) {
    fail(fmt::format("requests of clients wait for {}, and they come before its timers",
                     event.node));
  }
  last = {event.time, since, timer};
}

void Follower::down(const Event& event, std::optional<std::int64_t> back) {
  if (!is_node(event.node)) return;
  const bool up = down_.emplace(event.node, back).second;
  line_of_outage_[event.node] = line_;
  if (!up) fail(fmt::format("{} is down already", event.node));
  reject_event_of_paused_node(event);
  for (const Waiting& one : waiting_requests_[event.node])
    unreceived_operations_.insert(one.operation);
  waiting_requests_.erase(event.node);
  discard_released(event.node, event.time);
  outages_.add(event.node, event.time, back);
}

void Follower::crash(const Event& event) {
  down(event, event.back);
  const FaultSet& faults = recording_.faults;
  const std::uint64_t done = course_.activations[event.node];
  const Moment when = event.said_before ? Moment{done, event.said_before} : Moment{done + 1};
  const std::string text = fmt::format("C({},{})", event.node, to_text(when));
  const auto in_it = said_.find(event.node);
  if (event.said_before && (in_it == said_.end() || in_it->second != *event.said_before)) {
    fail(fmt::format("{} has not sent {} messages in this activation", event.node,
                     *event.said_before));
  }
  const bool spared = event.said_before ? course_.spared.contains({event.node, done})
                                        : !may_crash_now(event.node, event.time);
  if (!event.said_before) approach(event.node, done + 1, event.time);
  said_.erase(event.node);
  const Restart* const restart = faults.find<Restart>({event.node, when});
  if (!should_crash(event.node, when)) {
    return fail(fmt::format("{} is not among the faults", text),
                {"a node that ends by itself has an event `exit`"});
  }
  if (spared) fail(fmt::format("{} is not possible by the spec at {}", text, event.time));
  if (restart == nullptr) {
    if (event.back) fail("by the faults this crash is for good, so it must not have \"back\"");
    course_.struck.add(Crash{event.node, when});
    return;
  }
  if (!event.said_before) {  // an activation that the crash prevents has a number, too, so it is
                             // counted
    ++course_.activations[event.node];
    acted_[event.node] = event.time;
  }
  silent_.erase(event.node);
  if (event.back != event.time + restart->down) {
    fail(fmt::format("by the faults it restarts {} later: \"back\" must be {}",
                     duration_text(restart->down), event.time + restart->down));
  }
  course_.struck.add(*restart);
}

void Follower::restart(const Event& event) {
  if (!is_node(event.node)) return;
  const auto found = down_.find(event.node);
  if (found == down_.end()) return fail(fmt::format("{} is already up", event.node));
  if (found->second != event.time)
    fail(fmt::format("{} does not restart at this time (\"back\")", event.node));
  expire_before_restart(event);
  down_.erase(found);
  started_[event.node] = event.time;
  ready_.erase(event.node);
}

}  // namespace ldfi::systems
