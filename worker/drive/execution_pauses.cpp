// Pauses of nodes in an execution, and events that wait for the end of a pause. In virtual time,
// also checks that faults before an activation did not come too late.
#include <algorithm>

#include "worker/drive/execution.hpp"

namespace ldfi::drive {

std::optional<std::int64_t> Execution::wake_time(std::size_t node) const {
  if (!nodes_[node].running()) return std::nullopt;
  const auto wake = nodes_[node].wake();
  return wake ? std::optional(std::max(*wake, activities_[node].still_until)) : wake;
}

std::optional<std::int64_t> Execution::pause_now(std::size_t node) {
  const Activity& now = activities_[node];
  const std::string& name = nodes_[node].name();
  const systems::Activation next{name, now.number + 1};
  if (!plan_.fspec.may_pause(name) || !plan_.fspec.may_pause_at(clock_)) return std::nullopt;
  if (now.paused == next.second) return std::nullopt;  // the pause before this activation is over
  if (chance_) chance_->pause(next, assigned_.faults);
  const auto* const pause = faults_.find<systems::Pause>(next);
  return pause == nullptr ? std::nullopt : std::optional(pause->standing);
}

bool Execution::pauses_or_is_paused(std::size_t node) {
  if (node >= nodes_.size() || !nodes_[node].running()) return false;
  if (is_paused(node)) return true;
  const auto standing = pause_now(node);
  if (!standing) return false;
  Activity& now = activities_[node];
  now.paused = now.number + 1;
  now.still_until = clock_ + *standing;
  now.said.reset();
  add(systems::EventKind::pause, nodes_[node].name()).back = now.still_until;
  return true;
}

bool Execution::crashes_next(std::size_t node) {
  const Activity& before = activities_[node];
  return plan_.fspec.may_crash_now(before.at, clock_) && should_crash(node, {before.number + 1});
}

void Execution::expect_foreseen(std::size_t node) {
  if (plan_.time != systems::Time::virtual_time || !nodes_[node].running() || is_paused(node))
    return;
  const Foreseen::key_type next{node, activities_[node].number + 1};
  const auto known = foreseen_.find(next);
  if (known != foreseen_.end() && known->second) return;
  if (!pause_now(node) && !crashes_next(node)) return;
  throw Overran{next,
                known == foreseen_.end() ? std::nullopt : std::optional(activities_[node].silent)};
}

bool Execution::is_kept_from_waking(std::size_t node) {
  const Activity& now = activities_[node];
  const auto known = foreseen_.find({node, now.number + 1});
  if (known == foreseen_.end() || known->second != now.silent) return false;
  return pauses_or_is_paused(node) || (crashes_next(node) && !activate(node));
}

void Execution::delay_until_resumed(Pending what) {
  what.at = activities_[what.node].still_until;
  if (what.turn == Turn::plain) what.turn = Turn::waited;
  what.order = ++order_;  // delayed events keep their order
  pending_.insert(std::move(what));
}

}  // namespace ldfi::drive
