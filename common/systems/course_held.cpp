// Follows the messages of a recording that the network holds back. Some are delayed by activations
// of their receiver (lateness.hpp). Others wait for an earlier message of their channel.
#include <fmt/core.h>

#include <iterator>

#include "common/systems/course_follower.hpp"
#include "common/systems/faults/fault_text.hpp"

namespace ldfi::systems {

void Follower::hold(const Event& event) {
  const auto found = sent_.find(event.message);
  if (found == sent_.end()) return fail(fmt::format("{} was never sent", to_text(event.message)));
  Sent& sent = found->second;
  if (sent.event->fate == Fate::lost || sent.event->fate == Fate::pending) {
    return fail(fmt::format("{} does not arrive", to_text(event.message)));
  }
  reject_event_of_paused_node(event);
  const auto then = planned_arrival_of(sent, event);
  if (sent.held.size() + sent.got.size() > (sent.event->again ? 1U : 0U)) {
    return fail(fmt::format("{} arrived before", to_text(event.message)));
  }
  if (!then)
    return fail("the message does not arrive now: see the \"arrive\" and \"again\" of its send");
  receives_next_released(event);
  if (recording_.fspec.pauses > 0) check_order_after_pause(event, *then);
  const std::uint64_t activations =
      sent.event->fate == Fate::late ? delay_in_activations(recording_.faults, event.message) : 0;
  Holding<Copy>& all = holding(event.message.to);
  const std::string channel = recording_.fspec.channel_of(event.message);
  const bool blocked = all.blocks(channel);
  if (activations == 0 && !blocked) {
    return fail(
        fmt::format("no fault and no order delays {}, so it is not held", to_text(event.message)));
  }
  const Copy copy{&sent.event->message, *then};
  Sent::Held& held = sent.held[*then];
  held.ticket = all.hold(copy, channel, activations);
  held.line = line_;
  held.until = event.time + recording_.fspec.behind_within;
  const bool by_time = activations == 0 && sent.event->fate != Fate::ok;
  if (sent.attempt > 0 && !by_time) {
    held.joining = course_.joinings.size();
    course_.joinings.push_back({.message = event.message,
                                .ticket = held.ticket,
                                .done = course_.activations[event.message.to],
                                .blocked = blocked});
  }
  if (activations == 0) return;
  held.expires = held.until;
  expiries_.emplace(*held.expires, copy);
}

void Follower::expire(std::int64_t until) {
  while (!expiries_.empty() && expiries_.begin()->first < until) {
    const Copy copy = expiries_.extract(expiries_.begin()).mapped();
    expire(copy.first->to, sent_.at(*copy.first).held.at(copy.second));
  }
}

void Follower::expire_before_restart(const Event& event) {
  const auto [first, last] = expiries_.equal_range(event.time);
  for (auto one = first; one != last;) {
    const Copy copy = one->second;
    const Sent::Held& held = sent_.at(*copy.first).held.at(copy.second);
    const bool before = copy.first->to == event.node && held.line < line_of_outage_[event.node];
    one = before ? expiries_.erase(one) : std::next(one);
    if (before) expire(event.node, held);
  }
}

void Follower::release_to_down_nodes() {
  // Returns true if some message to this node still has to wait, although the recording says that
  // the node was down when the message arrived.
  const auto said = [this](const std::string& node) {
    return std::ranges::any_of(sent_, [&node](const auto& entry) {
      const auto& [id, sent] = entry;
      const auto waits = [](const auto& held) { return !held.second.came; };
      return id.get().to == node && sent.event->fate == Fate::dead &&
             std::ranges::any_of(sent.held, waits);
    });
  };
  for (auto one = expiries_.begin(); one != expiries_.end();) {
    const Copy copy = one->second;
    const auto down = down_.find(copy.first->to);
    const bool in_vain = down != down_.end() && !down->second && said(copy.first->to);
    one = in_vain ? expiries_.erase(one) : std::next(one);
    if (in_vain) expire(copy.first->to, sent_.at(*copy.first).held.at(copy.second));
  }
}

void Follower::expire(const std::string& node, const Sent::Held& held) {
  const Joining::Moment now = Joining::over_after(course_.activations[node]);
  if (held.joining && !held.came) course_.joinings[*held.joining].over = now;
  come(holding(node).expire(held.ticket), *held.expires, now);
}

void Follower::come(std::vector<Copy> some, std::int64_t time, Joining::Moment joined) {
  for (std::size_t i = 0; i < some.size(); ++i) {
    const Copy copy = some[i];
    const std::string& node = copy.first->to;
    Sent::Held& held = sent_.at(*copy.first).held.at(copy.second);
    held.came = time;
    held.joined = joined;
    if (!down_.contains(node)) {
      due_[node].push_back(copy);
      continue;
    }
    for (const Copy& next : holding(node).next_of(recording_.fspec.channel_of(*copy.first)))
      some.push_back(next);
  }
}

void Follower::discard_released(const std::string& node, std::int64_t time) {
  const auto due = due_.extract(node);
  if (due.empty()) return;
  for (const Copy& one : due.mapped()) {
    compute_bounds_of_discarded(node, sent_.at(*one.first), time);
    come(holding(node).next_of(recording_.fspec.channel_of(*one.first)), time,
         Joining::behind_channel(course_.activations[node]));
  }
}

std::optional<std::int64_t> Follower::planned_arrival_of(const Sent& sent,
                                                         const Event& event) const {
  for (const auto& then : {sent.event->arrives, sent.event->again}) {
    if (!then || sent.held.contains(*then) || sent.got.contains(*then)) continue;
    if (standstills_.may_get(event.node, *then, event.time)) return then;
  }
  return std::nullopt;
}

bool Follower::receives_next_released(const Event& event) {
  const auto due = due_.find(event.node);
  if (due == due_.end() || due->second.empty()) return false;
  const Copy next = due->second.front();
  if (event.kind == EventKind::recv && event.message == *next.first) {
    due->second.pop_front();
    return true;
  }
  fail(fmt::format(
      "{} should have received {} before this: it was delayed until after the last activation",
      event.node, to_text(*next.first)));
  return false;
}

void Follower::wrong_time(const Event& event, const Sent& sent) {
  std::string text = fmt::format("the message should arrive at {}", *sent.event->arrives);
  for (const auto& [then, held] : sent.held) {
    text = held.came ? fmt::format("the message should arrive at {}", *held.came)
                     : fmt::format("{} has other activations before it", event.node);
  }
  fail(std::move(text));
}

/// Reports a message that is received at its planned time although the network had to hold it back.
void Follower::check_held(const Event& event, const Sent& sent) {
  const MessageId& id = event.message;
  if (sent.event->fate == Fate::late && delay_in_activations(recording_.faults, id) > 0) {
    fail(fmt::format("{} should be delivered after other activations", to_text(id)),
         {"write an event `hold` where it would arrive without the fault"});
  } else if (holding(id.to).blocks(recording_.fspec.channel_of(id))) {
    fail(fmt::format(
        "{} overtakes an earlier message of {}, so it must be held: the order of the spec is {}",
        to_text(id), id.from, name_of(recording_.fspec.order)));
  }
}

}  // namespace ldfi::systems
