// Nodes that run in the library kernel (worker/kernel), which reports when they are done.
#include <fmt/core.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "common/base/contract.hpp"
#include "common/base/text.hpp"
#include "worker/drive/node.hpp"

namespace ldfi::drive {

void Node::write_some() {
  while (unsent_ > 0) {
    const std::size_t at = line_.size() - unsent_;
    const ssize_t wrote = ::write(child_->in.get(), line_.data() + at, unsent_);
    if (wrote <= 0) return;
    unsent_ -= static_cast<std::size_t>(wrote);
  }
}

void Node::run_until(std::int64_t lease) {
  write_some();
  latest_ = lease;
  link_->activate(activated_, lease);
}

/// While the library kernel is done, no thread of the node runs. So the worker does not check the
/// threads.
bool Node::await_done(Said& said) {
  for (;;) {
    const bool done = link_->take_done();
    // A node that is done has already written all its output.
    while (has_output()) {
      read_complaints();
      said.ended = !take_output(said);
      if (said.ended) return false;
      if (!done) break;
    }
    if (done) return true;
    expect_moderation(false);
    std::array<pollfd, 3> all{
        {{child_->out.get(), POLLIN, 0}, {complaints_fd(), POLLIN, 0}, {link_->done(), POLLIN, 0}}};
    constexpr double longest_s = 0.1;
    constexpr double least_s = 0.001;
    const double pause =
        std::clamp(std::min(allowance_.left(), allowance_.until_look()), least_s, longest_s);
    ::poll(all.data(), all.size(), static_cast<int>(std::ceil(pause * 1000)));
  }
}

/// Throws Misbehaved if a call failed that works on Linux: the node might behave otherwise there.
void Node::expect_no_deviation() const {
  const std::string deviation = link_->deviation();
  if (deviation.empty()) return;
  throw Misbehaved(fmt::format("{}: {}. So its executions prove nothing. Use time: plain", name_,
                               shown_line(deviation)));
}

Said Node::deliver(const Packet& packet, std::int64_t at) {
  LDFI_REQUIRE(link_ != nullptr && link_->net() != nullptr, "the node's sockets reach other nodes");
  begin_step();
  line_.clear();
  activated_ = at;
  link_->net()->put(packet);
  run_until(at);
  Said out = settle();
  if (out.ended) out.at = at;
  return out;
}

void Node::take_packets(Said& said) {
  if (link_->net() == nullptr) return;
  const std::size_t before = said.packets.size();
  if (!link_->net()->take(said.packets)) misbehaved("damages its network");
  for (std::size_t i = before; i < said.packets.size(); ++i) {
    output_ += said.packets[i].bytes.size();
  }
  if (output_ > limits_.output) misbehaved("sent more than limits.output allows in one execution");
  if (said.packets.size() > limits_.messages)
    misbehaved("sent more messages than limits.messages allows");
}

Said Node::settle_linked() {
  Said said;
  while (await_done(said) && unsent_ > 0) {
    const std::size_t before = unsent_;
    run_until(activated_);
    if (unsent_ == before) break;  // the node does not read its input
  }
  unsent_ = 0;
  take_packets(said);
  if (said.ended) expect_own_end();
  if (!said.ended && !input_.empty()) {
    misbehaved("stops in the middle of a line, which it may have to flush: " + shown_line(input_));
  }
  expect_no_deviation();
  said.at = link_->now();
  const auto next = link_->deadline();
  if (link_->is_damaged() || said.at > latest_ || said.at < activated_)
    misbehaved("damages its clock");
  wake_ = next && *next <= last_time ? std::optional(std::max(*next, said.at + 1)) : std::nullopt;
  return said;
}

}  // namespace ldfi::drive
