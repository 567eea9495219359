// Executions whose nodes use the machine's clock. An event normally gets the time at which it
// happens. It is later only if an earlier event is still being handled. So events have the same
// order and distances as in virtual time, and recordings follow the same rules.
#include <poll.h>

#include <algorithm>
#include <cmath>

#include "worker/drive/execution.hpp"

namespace ldfi::drive {
namespace {

constexpr double second = 1e9;

/// Returns a node that has written output or ended within the next `seconds`, or nullopt.
std::optional<std::size_t> who_speaks(const std::vector<Node>& nodes, double seconds) {
  std::vector<pollfd> all;
  all.reserve(nodes.size());
  for (const Node& node : nodes) all.push_back({node.output_descriptor(), POLLIN, 0});
  const double whole = std::floor(seconds);
  const timespec span{static_cast<time_t>(whole), static_cast<long>((seconds - whole) * second)};
  if (::ppoll(all.data(), all.size(), &span, nullptr) <= 0) return std::nullopt;
  const auto found = std::ranges::find_if(all, [](const pollfd& one) { return one.revents != 0; });
  return static_cast<std::size_t>(found - all.begin());
}

}  // namespace

std::int64_t Execution::passed() const {
  if (!began_) return 0;
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() -
                                                              *began_)
      .count();
}

std::optional<std::size_t> Execution::listen_until(std::int64_t time) const {
  constexpr double between_looks_s = 0.1;
  for (;;) {
    if (interrupt_) interrupt_();
    for (Node& node : nodes_) node.expect_not_stopped();
    const double left = std::max(0.0, static_cast<double>(time - passed()) / second);
    const auto out = who_speaks(nodes_, std::min(left, between_looks_s));
    if (out || left <= between_looks_s) return out;
  }
}

void Execution::continue_time() {
  began_ = std::chrono::steady_clock::now() - std::chrono::nanoseconds(clock_);
}

/// Returns true if a node that is not ready may still become ready. Ignores a node if a message
/// from or to it was lost or stays pending, because the node may wait forever for an answer.
bool Execution::may_become_ready() const {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const std::string& name = nodes_[i].name();
    const auto is_kept_away = [&name](const Happening& event) {
      return event.kind == systems::EventKind::send &&
             (event.fate == systems::Fate::lost || event.fate == systems::Fate::pending) &&
             (event.id.from == name || event.id.to == name);
    };
    if (is_unready(i) && std::ranges::none_of(events_, is_kept_away)) return true;
  }
  return false;
}

/// Nodes may need messages before they are ready. Until all nodes are ready, the clock runs only
/// while messages are in flight, so that a program that starts slowly does not delay the clients.
void Execution::begin_real_time() {
  auto idle = static_cast<std::int64_t>(plan_.limits.step_s * second);
  continue_time();
  while (may_become_ready()) {
    if (pending_.empty()) {
      continue_time();
      const auto speaker = listen_until(clock_ + idle);
      idle -= passed() - clock_;
      if (!speaker) break;
      continue_time();
      hear(*speaker, nodes_[*speaker].read_unprompted());
      continue;
    }
    const auto due = next_in_real_time();
    if (!due) break;
    clock_ = due->at;
    if (due->node) {
      hear(*due->node, nodes_[*due->node].read_unprompted());
    } else {
      happen(std::move(pending_.extract(pending_.begin()).value()));
    }
  }
  expect_greetings();
  continue_time();
}

std::optional<Execution::Due> Execution::next_in_real_time() {
  const std::int64_t last = std::max(plan_.eot, end());
  const std::int64_t first = pending_.empty() ? last : std::min(last, pending_.begin()->at);
  const bool more = !pending_.empty() && pending_.begin()->at <= last;
  if (!more && passed() > last) return std::nullopt;
  if (const auto speaker = listen_until(first)) {
    return Due{std::clamp(passed(), clock_, std::max(clock_, first)), speaker};
  }
  return more ? std::optional(Due{std::max(clock_, first), std::nullopt}) : std::nullopt;
}

void Execution::read_unprompted(std::size_t node) {
  Said said = nodes_[node].read_unprompted();
  if (said.messages.empty() && !said.ended) return;
  speeches_.push_back(std::move(said));
  speak({clock_, ++order_, Kind::speech, speeches_.size() - 1, node});
}

}  // namespace ldfi::drive
