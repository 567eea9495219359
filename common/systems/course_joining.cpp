// Computes for each message that was held back which other delays by activations lead to the same
// order of receipts (joining.hpp).
#include <algorithm>

#include "common/systems/course_follower.hpp"

namespace ldfi::systems {

/// Computes within which moments a message could have been released without a change of the
/// execution. Messages received directly after each other form a series. The first message of a
/// series keeps its own moment. Each other message must be released after its predecessor, and
/// before the receiver finishes the series. A message whose wait exceeded its time limit must keep
/// its moment, because otherwise it would be received at another time.
void Follower::compute_bounds(const std::string& node, const Sent& sent, std::uint64_t activation,
                              std::int64_t time) {
  if (sent.held.size() != 1) return;  // the message is duplicated, so no bounds are computed
  const Sent::Held& held = sent.held.begin()->second;
  const Released last = released_[node];
  released_[node] = {activation, &held, time};
  const bool follows_directly = last.held != nullptr && last.activation + 1 == activation;
  Joining* const here = held.joining ? &course_.joinings[*held.joining] : nullptr;
  Joining* const before =
      follows_directly && last.held->joining ? &course_.joinings[*last.held->joining] : nullptr;
  const bool too_long = Joining::is_over(held.joined);
  if (before != nullptr && (here == nullptr || too_long)) {
    before->latest = std::min(before->latest, held.joined - 1);
  }
  if (here == nullptr) return;
  if (!follows_directly || too_long) {
    here->earliest = here->latest = held.joined;
    return;
  }
  here->latest = std::max(held.joined, Joining::behind_channel(activation - 1));
  if (held.until == time && last.time == time) {
    here->over = Joining::over_after(activation - 1);
    here->latest = here->over;
    overdue_.node = node;
    overdue_.time = time;
    overdue_.joinings.push_back(*held.joining);
  }
  if (before != nullptr) {
    here->before = last.held->joining;
  } else {
    here->earliest = last.held->joined + 1;
  }
}

void Follower::check_overdue(const Event& event) {
  std::vector<Joining>& all = course_.joinings;
  std::vector<std::size_t>& places = overdue_.joinings;
  if (places.empty()) return;
  if (event.time == overdue_.time) {
    const auto due = due_.find(event.node);
    const bool next = event.kind == EventKind::recv && event.node == overdue_.node &&
                      due != due_.end() && !due->second.empty() &&
                      *due->second.front().first == event.message;
    const auto sent = sent_.find(event.message);
    const bool later = next && sent != sent_.end() && sent->second.held.size() == 1 &&
                       sent->second.held.begin()->second.ticket > all[places.back()].ticket;
    if (later) return;
    for (const std::size_t one : places) all[one].over = Joining::never;
  }
  places.clear();
}

/// Computes these moments for a message that its receiver should have received when it went down:
/// only the actual moment is possible.
void Follower::compute_bounds_of_discarded(const std::string& node, const Sent& sent,
                                           std::int64_t time) {
  compute_bounds(node, sent, course_.activations[node] + 1, time);
  if (sent.held.size() != 1) return;
  const Sent::Held& held = sent.held.begin()->second;
  if (!held.joining) return;
  Joining& here = course_.joinings[*held.joining];
  here.earliest = here.latest = held.joined;
}

/// Records that no earlier message of the channel blocks the later ones from this moment on.
void Follower::record_unblocked_channel(const MessageId& got, Joining::Moment now) {
  const std::string channel = recording_.fspec.channel_of(got);
  if (channel.empty()) return;
  for (Joining& one : course_.joinings) {
    if (recording_.fspec.channel_of(one.message) != channel) continue;
    const auto& held = sent_.at(one.message).held;
    if (held.size() == 1 && !held.begin()->second.came) one.free = now;
  }
}

void Follower::end_joinings() {
  const FaultSet& struck = course_.struck;
  std::vector<Joining>& all = course_.joinings;
  bool known = !struck.has_any<Crash>() && !struck.has_any<Restart>() && !struck.has_any<Pause>() &&
               !struck.has_any<Duplicate>();
  for (Joining& one : all) {
    const Sent& sent = sent_.at(one.message);
    const std::uint64_t k = delay_in_activations(struck, one.message);
    if (sent.received.empty()) {  // the message is still held back, or its receiver was down
      const auto next = Joining::behind_activation(course_.activations[one.message.to] + 1);
      const bool waits = !sent.held.begin()->second.came && one.joins(k) >= next;
      one.earliest = waits ? next : one.joins(k);
      if (!waits) one.latest = one.earliest;
    }
    known = known && one.fits(k);
  }
  for (const Joining& one : all) {
    if (!one.before || !known) continue;
    const Joining& other = all[*one.before];
    known = one.follows(delay_in_activations(struck, one.message), other,
                        delay_in_activations(struck, other.message));
  }
  if (!known) all.clear();
}

}  // namespace ldfi::systems
