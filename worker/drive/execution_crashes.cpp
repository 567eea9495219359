// Crashes and restarts of nodes in an execution.
#include <iterator>

#include "worker/drive/execution.hpp"

namespace ldfi::drive {

bool Execution::activate(std::size_t node) {
  if (!nodes_[node].running()) return false;
  Activity& now = activities_[node];
  now.spared = !plan_.fspec.may_crash_now(now.at, clock_);
  ++now.number;
  now.at = clock_;
  now.said = 0;
  now.silent = 0;
  if (strike(node, {now.number})) return false;
  count(node);
  return true;
}

bool Execution::should_crash(std::size_t node, const systems::Moment& moment) {
  const std::string& name = nodes_[node].name();
  if (chance_) chance_->moment(name, moment, assigned_.faults);
  return faults_.contains(systems::Crash{name, moment}) ||
         faults_.has<systems::Restart>({name, moment});
}

bool Execution::strike(std::size_t node, const systems::Moment& moment) {
  if (activities_[node].spared || !should_crash(node, moment)) return false;
  const auto* const restart = faults_.find<systems::Restart>({nodes_[node].name(), moment});
  if (restart != nullptr) {
    crash(node, clock_ + restart->down);
  } else {
    crash(node, std::nullopt);
  }
  if (moment.said) events_.back().said = moment.said;
  return true;
}

bool Execution::crashes_midway(std::size_t node) {
  Activity& now = activities_[node];
  if (!plan_.fspec.midway || !now.said) return false;
  if (strike(node, {now.number, now.said})) return true;
  ++*now.said;
  return false;
}

bool Execution::speaks_outside_activation(std::size_t node) const {
  const Activity& now = activities_[node];
  return plan_.fspec.midway && now.at != clock_ && now.started != clock_;
}

void Execution::crash(std::size_t node, std::optional<std::int64_t> back) {
  const std::string& name = nodes_[node].name();
  if (rest_) {
    nodes_[node].rest();
  } else {
    nodes_[node].kill();
  }
  activities_[node].said.reset();
  history_.down.insert(name);
  for (auto call = open_.begin(); call != open_.end();) {
    check::Call& one = history_.calls[call->second];
    one.in_vain = one.in_vain || one.node == name;
    // A program that acts for the client may still answer.
    const bool over = one.in_vain && plan_.client_command.empty();
    call = over ? open_.erase(call) : std::next(call);
  }
  add(systems::EventKind::crash, name).back = back;
  send_for_machine(network_.end_connections_of(node));
  if (!back) return;
  pending_.insert({*back, ++order_, Kind::restart, 0, node});
}

void Execution::restart(std::size_t node) {
  const std::string& name = nodes_[node].name();
  history_.down.erase(name);
  greeted_[node] = false;
  add(systems::EventKind::restart, name);
  revive_(node, clock_, lives_[node]++);
  activities_[node].started = clock_;
  introduce(node);
}

}  // namespace ldfi::drive
