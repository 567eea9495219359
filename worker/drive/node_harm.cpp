// Detects that another process or the kernel has ended or stopped a node.
#include <fmt/core.h>
#include <poll.h>
#include <unistd.h>

#include "worker/drive/node.hpp"

namespace ldfi::drive {

void Node::expect_own_end() {
  nursery_.expect_helpers(child_->pid);
  if (nursery_.is_ended_when_full(child_->pid)) {
    misbehaved(fmt::format(
        "is stopped at the limit: the kernel has ended it because its cgroup was full, with 1.25 "
        "times limits.node_memory ({} bytes) and limits.disk",
        limits_.node_memory));
  }
  expect_not_killed();
}

void Node::expect_not_killed() {
  if (!running() || tried_before_) return;
  pollfd out{child_->out.get(), POLLIN, 0};
  if (::poll(&out, 1, 0) <= 0 || (out.revents & POLLHUP) == 0 || !nursery_.is_killed(child_->pid))
    return;
  misbehaved(
      "was killed by a SIGKILL that ldfi-farm has not sent, perhaps by a user, or by the system, "
      "which lacks memory");
}

void Node::expect_not_stopped() {
  if (!running() || !allowance_.is_due()) return;
  const std::string wrong = allowance_.look_for_stop(usage_of(nursery_.processes(child_->pid)));
  if (!wrong.empty()) misbehaved(wrong);
}

void Node::expect_unharmed() {
  expect_not_killed();
  constexpr useconds_t between_looks_us = 5000;
  while (running() && is_stopped(child_->pid)) {
    if (interrupt_) interrupt_();
    expect_not_stopped();
    ::usleep(between_looks_us);
  }
}

}  // namespace ldfi::drive
