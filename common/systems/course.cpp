#include "common/systems/course.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/text.hpp"
#include "common/systems/course_follower.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "common/systems/pending.hpp"

namespace ldfi::systems {

void Follower::take(const Event& event) {
  expire(event.time);
  if (event.kind != EventKind::send && event.kind != EventKind::answer) check_overdue(event);
  switch (event.kind) {
    case EventKind::send:
      return send(event);
    case EventKind::recv:
      return recv(event);
    case EventKind::crash:
      return crash(event);
    case EventKind::restart:
      return restart(event);
    case EventKind::exit:
      down(event, std::nullopt);
      return speak(event.node);
    case EventKind::timer:
      if (recording_.fspec.pauses > 0) check_order_after_pause(event, event.time);
      return activate(event);
    case EventKind::invoke:
      return invoke(event);
    case EventKind::hear:
      return hear(event);
    case EventKind::hold:
      return hold(event);
    case EventKind::pause:
      return pause(event);
    case EventKind::answer:
      return answer(event);
  }
}

/// Reports if the recorded fate of a message differs from the fate that the faults require. `here`
/// is true if the recorded fate is `word`. `asked` is the text of the fault that requires this
/// fate, or empty. `possible` is false if the Fspec admits no fault of the message.
void Follower::check_fate(const Event& event, bool possible, bool here, const std::string& asked,
                          std::string_view word) {
  if (here ? !asked.empty() && possible : asked.empty() || !possible) return;
  const char kind = word == "lost"   ? Loss::letter
                    : word == "late" ? Delay::letter
                                     : Duplicate::letter;
  const std::string fault =
      asked.empty() ? fmt::format("{}({})", kind, to_text(event.message)) : asked;
  if (here && asked.empty()) fail(fmt::format("{} is not among the faults", fault));
  if (here && !asked.empty() && !possible) {
    fail(fmt::format("{} is not possible by the spec: {}", fault,
                     event.message.from == event.message.to
                         ? fmt::format("a node's message to itself is never {}", word)
                         : fmt::format("the message is sent at {}", event.time)));
  }
  if (!here && !asked.empty() && possible)
    fail(fmt::format("the message should be {}: {}", word, fault));
}

void Follower::check_fates(const Event& event, bool possible, const Cut* cut) {
  const MessageId& id = event.message;
  const FaultSet& faults = recording_.faults;
  const auto asked = [&]<class Kind>(Kind*) {
    return faults.has<Kind>(id) ? fmt::format("{}({})", Kind::letter, to_text(id)) : "";
  };
  const bool cut_off = cut != nullptr && possible;
  const bool may_lose = may_be_lost(id.type);
  std::string loses =
      cut_off && may_lose ? to_text(Fault(*cut)) : asked(static_cast<Loss*>(nullptr));
  if (loses.empty()) loses = asked(static_cast<Reset*>(nullptr));
  if (loses.empty()) loses = asked(static_cast<Hang*>(nullptr));
  const bool breaks = !loses.empty() && !may_lose;
  std::string delays = cut_off && may_lose ? "" : asked(static_cast<Delay*>(nullptr));
  if (delays.empty() && cut_off && !may_lose && !breaks) delays = to_text(Fault(*cut));
  check_fate(event, possible, event.fate == Fate::lost, loses, "lost");
  check_fate(event, possible, event.fate == Fate::late, delays, "late");
  check_fate(event, possible, event.fate == Fate::doubled,
             cut_off ? "" : asked(static_cast<Duplicate*>(nullptr)), "doubled");
  if (event.fate == Fate::late && !event.arrives)
    fail("the message is late, so it needs the key \"arrive\"");
  if (event.fate != Fate::doubled) return;
  const Duplicate* const asked_for = faults.find<Duplicate>(id);
  if (!event.again || !event.arrives) {
    fail(fmt::format("{} is duplicated, so it needs the keys \"arrive\" and \"again\"",
                     to_text(id)));
  } else if (asked_for != nullptr && *event.again - *event.arrives != asked_for->later) {
    fail(fmt::format("by the faults, the duplicate arrives {} later: \"again\" must be {}",
                     duration_text(asked_for->later), *event.arrives + asked_for->later));
  }
}

/// Records which fault hit the message. No other fault hits a message that a partition loses.
void Follower::strike(const Event& event, const Cut* cut) {
  const MessageId& id = event.message;
  const FaultSet& faults = recording_.faults;
  const bool breaks = faults.has<Reset>(id) || faults.has<Hang>(id);
  if (event.fate == Fate::lost && breaks) {
    broken_.insert(connection_of(id));
    if (faults.has<Reset>(id)) course_.struck.add(Reset{id});
    if (faults.has<Hang>(id)) course_.struck.add(Hang{id});
  } else if (cut != nullptr &&
             (event.fate == Fate::lost || (event.fate == Fate::late && !may_be_lost(id.type)))) {
    course_.struck.add(*cut);
  } else if (event.fate == Fate::lost) {
    course_.struck.add(Loss{id});
  }
  const Delay* const late = faults.find<Delay>(id);
  if (event.fate == Fate::late && late != nullptr) course_.struck.add(*late);
  const Duplicate* const again = faults.find<Duplicate>(id);
  if (event.fate == Fate::doubled && again != nullptr) course_.struck.add(*again);
}

void Follower::send(const Event& event) {
  const MessageId& id = event.message;
  if (!is_node(id.from) || !is_node(id.to)) return;
  const bool down = down_.contains(id.from);
  if (!down || !may_come_from_machine(id.type)) {
    if (down) fail(fmt::format("{} is down, so it cannot send", id.from));
    reject_event_of_paused_node(event);
    expect_activation(event);
    speak(id.from);
    say(id.from);
  }
  std::uint64_t& number = numbers_[{id.from, id.to, id.type}];
  if (id.number != number) {
    return fail(fmt::format("the number of the message is {}, but the next message of its type on "
                            "this channel has number {}",
                            id.number, number),
                {"messages are numbered from 0 on, the lost ones included"});
  }
  ++number;
  fail_if(pending_problem(recording_, event));
  fail_if(order_.send(event));
  if (broken_.contains(connection_of(id))) {
    // Nothing arrives on a broken connection, except the news that it is reset.
    if (event.fate != Fate::lost && !may_come_from_machine(id.type))
      fail(fmt::format("{} should be lost, because its connection is broken", to_text(id)));
    sent_[id] = {.event = &event, .line = line_};
    return;
  }
  const bool possible = event.fate != Fate::pending && recording_.fspec.may_fail(id, event.time);
  const Cut* const cut = recording_.faults.cut_of(id, event.time);
  check_fates(event, possible, cut);
  Sent& sent = sent_[id] = {.event = &event, .line = line_};
  if (!possible) return;
  course_.attempts.push_back({id, event.fate, false, false, false, event.time});
  sent.attempt = course_.attempts.size();
  strike(event, cut);
}

void Follower::answer(const Event& event) {
  if (unreceived_operations_.contains(event.operation)) {
    fail(fmt::format("operation {} returns, but its node was down before it received the operation",
                     printable(beginning(event.operation))),
         {"remove the return, or the crash"});
  }
  if (event.node.empty()) {
    if (recording_.fspec.midway) {
      fail(
          "the answer has no \"node\": where nodes crash during an activation, an answer must name "
          "its "
          "node");
    }
    return;
  }
  if (!is_node(event.node)) return;
  if (down_.contains(event.node)) fail(fmt::format("{} is down, so it cannot answer", event.node));
  reject_event_of_paused_node(event);
  expect_activation(event);
  speak(event.node);
  say(event.node);
}

void Follower::recv(const Event& event) {
  const auto found = sent_.find(event.message);
  if (found == sent_.end()) return fail(fmt::format("{} was never sent", to_text(event.message)));
  Sent& sent = found->second;
  const bool doubled = sent.event->fate == Fate::doubled;
  for (const auto& [then, held] : sent.held) {
    if (held.expires == event.time && !held.came) expire(event.node, held);
  }
  const auto due = [&](const std::optional<std::int64_t>& arrives) {
    const auto comes = arrives ? sent.comes(*arrives) : std::nullopt;
    return comes && standstills_.may_get(event.node, *comes, event.time) ? 1U : 0U;
  };
  const std::size_t now = due(sent.event->arrives) + due(sent.event->again);
  const bool known = sent.event->arrives.has_value();
  if (sent.received.size() > (doubled ? 1U : 0U) ||
      (known && now > 0 && sent.received.count(event.time) >= now)) {
    fail(fmt::format("{} was received before", to_text(event.message)));
  }
  if (is_never_received(sent.event->fate)) {
    fail(fmt::format(
        "{} cannot be received: it was lost, its receiver was down, or it stays pending",
        to_text(event.message)));
  }
  if (known && now == 0) wrong_time(event, sent);
  const bool next = receives_next_released(event);
  if (const auto then = next ? std::nullopt : planned_arrival_of(sent, event)) {
    check_held(event, sent);
    if (recording_.fspec.pauses > 0) check_order_after_pause(event, *then);
    sent.got.insert(*then);
  }
  sent.received.insert(event.time);
  fail_if(order_.receive(event));
  if (sent.attempt > 0) {
    Course::Attempt& attempt = course_.attempts[sent.attempt - 1];
    attempt.received = true;
    attempt.silent = event.silent;
  }
  activate(event);
  if (next) {
    const auto then = Joining::behind_channel(course_.activations[event.node]);
    compute_bounds(event.node, sent, course_.activations[event.node], event.time);
    record_unblocked_channel(event.message, then);
    come(holding(event.node).next_of(recording_.fspec.channel_of(event.message)), event.time, then);
  }
  if (event.silent) silent_.insert(event.node);
}

void Follower::check_second(const MessageId& id, const Sent& sent) {
  std::multiset<std::int64_t> left = sent.received;
  for (const auto& time : {sent.event->arrives, sent.event->again}) {
    const auto comes = time ? sent.comes(*time) : std::nullopt;
    if (!comes) continue;
    const std::vector<std::int64_t> times = standstills_.times(id.to, *comes);
    const auto got =
        std::ranges::find_if(times, [&left](std::int64_t one) { return left.contains(one); });
    if (got != times.end()) {
      left.erase(left.find(*got));
    } else if (times.back() < last_ && !down_at(id.to, times)) {
      fail(fmt::format("{} did not receive the message at {}, although that is before the end",
                       id.to, times.back()));
    }
  }
}

bool Follower::down_at(const std::string& node, const std::vector<std::int64_t>& times) const {
  return std::ranges::any_of(times,
                             [&](std::int64_t time) { return outages_.at(node, time).down; });
}

void Follower::check_end(const MessageId& id, const Sent& sent) {
  const Fate fate = sent.event->fate;
  if (fate == Fate::doubled) return check_second(id, sent);
  Course::Attempt* const attempt =
      fate == Fate::dead && sent.attempt > 0 ? &course_.attempts[sent.attempt - 1] : nullptr;
  const auto comes = sent.comes(sent.event->arrives.value_or(sent.event->time));
  if (!comes && fate == Fate::dead) fail(fmt::format("{} has other activations first", id.to));
  if (!comes) return;
  // The machine of a node that is down may answer messages of sockets.
  if (attempt != nullptr && read_socket_type(id.type)) attempt->received = true;
  const std::vector<std::int64_t> times = standstills_.times(id.to, *comes);
  const bool down = down_at(id.to, times);
  for (const std::int64_t time : times) {
    const auto [at, back, first] = outages_.at(id.to, time);
    if (attempt != nullptr) attempt->too_early = attempt->too_early || back;
    if (attempt != nullptr) attempt->received = attempt->received || first;
    // Without this message, the pause might have begun before another activation.
    const bool kept = sent.received.empty() && standstills_.begins(id.to, time);
    if (kept && sent.attempt > 0) course_.attempts[sent.attempt - 1].received = true;
  }
  if (fate == Fate::dead && !outages_.of(id.to)) {
    fail(fmt::format("{} is up, so the fate cannot be dead", id.to));
  } else if (fate == Fate::dead && !down) {
    fail(fmt::format("{} was up when it arrived, so the fate cannot be dead", id.to));
  }
  const bool in_vain = fate == Fate::late && sent.event->arrives && down;
  if (fate == Fate::lost || fate == Fate::dead || !sent.received.empty() || in_vain) return;
  if (!sent.event->arrives) {
    fail(fmt::format("{} did not receive the message, which has no \"arrive\"", id.to),
         {"a message that arrives after the end has \"arrive\" with that time"});
  } else if (times.back() < last_) {  // a message that is due at the very end need not be received
    fail(fmt::format("{} did not receive the message, although it arrived before the end", id.to),
         {"a message that reaches a node that is down has the fate dead"});
  }
}

/// Checks that the recording tells the fate of every message. Proofs would be wrong if a recording
/// left out arrivals.
void Follower::end() {
  last_ = recording_.events.empty() ? 0 : recording_.events.back().time;
  for (const auto& [node, back] : down_) {
    if (back && *back < last_)
      fail(fmt::format("{} should have restarted at {} (\"back\")", node, *back));
  }
  for (const auto& [node, unheard] : waiting_requests_) {
    if (!unheard.empty() && still_[node] < last_) {
      fail(fmt::format("{} resumes at {}, but did not receive all requests of clients", node,
                       still_[node]));
    }
  }
  release_to_down_nodes();
  for (const auto& [id, sent] : sent_) {
    line_ = sent.line;
    if (sent.event->fate != Fate::pending) check_end(id, sent);
  }
  end_joinings();
}

Course follow(const Recording& recording, std::vector<Diagnostic>& problems) {
  return Follower(recording, problems).follow();
}

}  // namespace ldfi::systems
