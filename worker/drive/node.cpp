#include "worker/drive/node.hpp"

#include <fmt/core.h>
#include <poll.h>
#include <sched.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <utility>

#include "common/base/contract.hpp"
#include "common/base/diagnostic.hpp"
#include "common/base/text.hpp"

namespace ldfi::drive {
namespace {

using Json = nlohmann::json;

/// A fork may take this number of times the limit of a step, because imports are slow on a busy machine.
constexpr double steps_to_fork = 10;

/// Returns the line by which the farm itself sends the node a message of this type.
std::string order(const std::string& name, const char* type) {
  return Json{{"src", "$farm"}, {"dest", name}, {"body", {{"type", type}}}}.dump();
}

/// Waits between two checks of a node. The first waits are very short, because most nodes are done at once.
class Patience {
 public:
  /// Waits until the node may have changed. `complaints` is the descriptor of the node's stderr, or -1.
  void wait(const Child& child, int complaints) {
    constexpr int at_once = 4;
    if (++looks_ <= at_once) {
      ::sched_yield();
      return;
    }
    std::array<pollfd, 2> all{{{child.out.get(), POLLIN, 0}, {complaints, POLLIN, 0}}};
    const timespec span{0, pause_ns_};
    ::ppoll(all.data(), all.size(), &span, nullptr);
    pause_ns_ = std::min(2 * pause_ns_, longest_ns);
  }

 private:
  static constexpr long longest_ns = 1'000'000;
  int looks_ = 0;
  long pause_ns_ = 20'000;
};

}  // namespace

Node::Node(std::string name, Nursery& nursery, systems::Time time, Output output,
           const systems::Limits& limits, Interrupt interrupt)
    : name_(std::move(name)),
      tick_(order(name_, "tick")),
      reset_(order(name_, "reset")),
      nursery_(nursery),
      time_(time),
      output_kind_(output),
      limits_(limits),
      allowance_(limits),
      interrupt_(std::move(interrupt)) {}

void Node::misbehaved(const std::string& how) {
  if (child_) nursery_.expect_helpers(child_->pid);
  throw Misbehaved(with_stderr(fmt::format("{} {}", name_, how), last_complaints()));
}

void Node::start(const Program& program, std::unique_ptr<Clock> clock,
                 std::unique_ptr<KernelLink> link) {
  kill();
  clock_ = std::move(clock);
  link_ = std::move(link);
  latest_ = clock_ ? clock_->now() : 0;
  activated_ = link_ ? link_->now() : 0;
  unsent_ = 0;
  using Watch = std::chrono::steady_clock;
  const auto latest = Watch::now() + std::chrono::duration<double>(steps_to_fork * limits_.step_s);
  child_ = nursery_.start(program, [this, latest, &program] {
    if (interrupt_) interrupt_();
    if (allowance_.is_due()) {
      const std::string wrong = allowance_.look_for_stop(usage_of(children_of(program.keeper)));
      if (!wrong.empty()) misbehaved(wrong);
    }
    if (Watch::now() < latest) return;
    misbehaved(fmt::format("is not forked within {} s (system.start, limits.step)",
                           steps_to_fork * limits_.step_s));
  });
  resting_ = false;
  start_ = {};
  input_.clear();
  complaints_.clear(program.paths);
  output_ = 0;
  told_ = 0;
  printed_ = 0;
  wake_.reset();
  state_.reset();
  if (link_) run_until(activated_);
}

bool Node::settle_in() {
  if (time_ == systems::Time::extended) return true;
  allowance_.begin_step();
  start_ = settle();
  if (!start_.messages.empty()) misbehaved("sent messages before it was given init");
  return !start_.ended;
}

void Node::await_readiness() {
  if (!settle_in()) misbehaved("ended before it was given its first message");
  if (!clock_) return;
  for (const Task& one : tasks(false).value_or(std::vector<Task>())) {
    if (clock_->is_of(one.process)) continue;
    misbehaved(fmt::format(
        "does not take its time from ldfi-farm: its program {} has not loaded the clock library. A "
        "static program can have virtual time only if the command names it itself",
        word_or_quoted(name_of_program(one.process))));
  }
}

void Node::kill() {
  if (!child_) return;
  const pid_t pid = child_->pid;
  ahead_ = nullptr;
  read_complaints();
  child_.reset();
  try {
    nursery_.end(pid);
  } catch (...) {  // the nursery has ended, and has ended the process
  }
  clock_.reset();
  link_.reset();
}

void Node::read_complaints() {
  if (child_) complaints_.read(child_->err.get());
}

/// A closed descriptor must not be passed to poll(), which would return at once each time.
int Node::complaints_fd() const {
  return complaints_.is_closed() ? -1 : child_->err.get();
}

std::string Node::last_complaints() {
  read_complaints();
  return complaints_.excerpt();
}

bool Node::moves(bool writing) const {
  std::array<pollfd, 2> all{
      {{child_->out.get(), POLLIN, 0}, {writing ? child_->in.get() : -1, POLLOUT, 0}}};
  return ::poll(all.data(), all.size(), 0) > 0;
}

void Node::expect_moderation(bool writing) {
  if (interrupt_) interrupt_();
  if (!allowance_.is_due()) return;
  const std::string wrong = allowance_.look([this] { return nursery_.usage(child_->pid); });
  if (!wrong.empty()) misbehaved(wrong);
  const std::string late = allowance_.lateness();
  if (!late.empty() && !moves(writing)) misbehaved(late);
}

void Node::wait(bool writing) {
  std::array<pollfd, 3> all{{{child_->out.get(), POLLIN, 0},
                             {complaints_fd(), POLLIN, 0},
                             {writing ? child_->in.get() : -1, POLLOUT, 0}}};
  expect_moderation(writing);
  constexpr double longest_s = 0.1;
  constexpr double least_s = 0.001;
  const double pause =
      std::clamp(std::min(allowance_.left(), allowance_.until_look()), least_s, longest_s);
  ::poll(all.data(), all.size(), static_cast<int>(std::ceil(pause * 1000)));
  if (all[1].revents != 0) read_complaints();
}

bool Node::write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(child_->in.get(), bytes.data(), bytes.size());
    if (wrote > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(wrote));
    } else if (wrote < 0 && errno == EPIPE) {
      return false;
    } else {
      wait(true);
    }
  }
  return true;
}

void Node::send_ahead(std::span<const MessageAhead> all, std::int64_t at) {
  std::vector<pollfd> mouths;
  mouths.reserve(all.size());
  for (const MessageAhead& one : all) {
    LDFI_REQUIRE(one.node != nullptr && one.node->has_process(), "the node has a process");
    mouths.push_back({one.node->child_->out.get(), POLLIN, 0});
  }
  if (::poll(mouths.data(), mouths.size(), 0) > 0) {
    for (const MessageAhead& one : all) one.node->expect_silence(0);
  }
  for (const MessageAhead& one : all) {
    one.node->begin_telling(one.message, at);
    one.node->ahead_ = one.message.data();
  }
  // Waits only for the last node, because output of the other nodes would interrupt the wait.
  if (!all.empty()) all.back().node->wait(false);
}

Said Node::tell(std::string_view message, std::int64_t at) {
  LDFI_ENSURE(ahead_ == nullptr || ahead_ == message.data(),
              "a node gets the message that was sent to it early");
  if (ahead_ == nullptr) begin_telling(message, at);
  const bool ahead = std::exchange(ahead_, nullptr) != nullptr;
  // The farm has read other nodes since the message was sent ahead, so the node's time limit starts again.
  if (ahead) allowance_.begin_step();
  if (!listens_) {
    expect_own_end();
    return {.messages = {}, .ended = true, .at = at};
  }
  Said out = time_ == systems::Time::extended ? listen(ahead) : settle();
  if (time_ != systems::Time::virtual_time) out.at = at;
  return out;
}

void Node::begin_step() {
  allowance_.begin_step();
  // In extended time, stderr may have unread text when the node reports that it is done. The read is skipped
  // for a node that has never written to stderr, to save a system call.
  if (time_ == systems::Time::extended && (told_ == 0 || complaints_.has_any())) read_complaints();
  complaints_.begin_step();
}

void Node::begin_telling(std::string_view message, std::int64_t at) {
  begin_step();
  if (clock_) {
    clock_->set(at, at);
    latest_ = at;
  }
  ++told_;
  line_ = message;
  if (time_ == systems::Time::extended) {
    line_.pop_back();
    line_ += R"(,"at":)";
    append_number(at, line_);
    line_ += '}';
  }
  line_ += '\n';
  if (link_) {
    activated_ = at;
    unsent_ = line_.size();
    return run_until(at);
  }
  listens_ = write_all(line_);
}

Said Node::awaken(std::int64_t at, std::int64_t lease) {
  if (time_ == systems::Time::extended) return tell(tick_, at);
  if (link_) {
    begin_step();
    activated_ = at;
    run_until(std::max(lease, at));
    return settle();
  }
  LDFI_REQUIRE(clock_ != nullptr, "the node runs in virtual time");
  // Only a node with one thread may advance its time. With more threads, one of them could wait for a time
  // that another one has already passed.
  latest_ = threads_ == 1 ? std::max(lease, at) : at;
  clock_->set(at, latest_);
  begin_step();
  Said out;
  constexpr int most = 2 * ldfi_sleepers;
  for (int i = 0; i < most && clock_->release(); ++i) {
    Said more = settle();
    std::ranges::move(more.messages, std::back_inserter(out.messages));
    std::ranges::move(more.ends, std::back_inserter(out.ends));
    out.at = more.at;
    out.ended = more.ended;
    const auto deadline = clock_->deadline();
    if (out.ended || !deadline || *deadline > clock_->now()) return out;
    if (i != most - ldfi_sleepers) continue;
    std::set<int> alive;
    for (const Task& one : tasks(false).value_or(std::vector<Task>())) alive.insert(one.own_number);
    if (!alive.empty()) clock_->forget_all_but(alive);
  }
  misbehaved("did not wake up at the time that it had set");
}

void Node::expect_silence(int ms) {
  LDFI_REQUIRE(ms >= 0, "the time to wait is 0 or more");
  if (!child_ || ahead_ != nullptr) return;
  pollfd out{child_->out.get(), POLLIN, 0};
  if (::poll(&out, 1, ms) <= 0 || (out.revents & POLLIN) == 0) return;
  constexpr std::size_t enough = 200;  // length of the line that the error message shows
  std::array<char, enough> bytes{};
  const ssize_t got = ::read(child_->out.get(), bytes.data(), bytes.size());
  if (got <= 0) return;
  misbehaved("printed more after it was done: " +
             shown_line(std::string_view(bytes.data(), static_cast<std::size_t>(got))));
}

bool Node::reset() {
  if (!child_) return false;
  resting_ = false;
  expect_silence(0);
  output_ = 0;
  const Said said = tell(reset_, 0);
  if (said.ended) return false;
  if (!said.messages.empty()) misbehaved("sent messages when it was asked to reset");
  return true;
}

bool Node::has_output() const {
  std::array<pollfd, 2> all{{{child_->out.get(), POLLIN, 0}, {complaints_fd(), POLLIN, 0}}};
  return ::poll(all.data(), all.size(), 0) > 0;
}

std::optional<std::vector<Task>> Node::tasks(bool surely) const {
  return sleeping_tasks(nursery_.processes(child_->pid), surely && nursery_.tells_where());
}

Said Node::settle() {
  if (link_) return settle_linked();
  Said said;
  for (Patience patience;; patience.wait(*child_, complaints_fd())) {
    if (has_output()) {
      read_complaints();
      said.ended = !take_output(said);
      if (said.ended) break;
    }
    const auto first = tasks(false);
    if (first && first->empty()) {
      said.ended = true;
      take_output(said);
      break;
    }
    if (first && first == tasks(true) && !has_output()) {
      threads_ = first->size();
      break;
    }
    expect_moderation(false);
  }
  if (said.ended) expect_own_end();
  if (!clock_) return said;  // a node in real time is never known to be done for certain
  if (!input_.empty()) {
    misbehaved("stopped in the middle of a line, perhaps without a flush: " + shown_line(input_));
  }
  said.at = clock_->now();
  if (clock_->is_damaged() || said.at > latest_) misbehaved("damages its clock");
  // Nanoseconds that are added to the deadline. A node that repeats a short wait until the deadline has
  // passed would otherwise wait forever.
  constexpr std::int64_t beyond = 1000;
  const auto next = clock_->deadline();
  wake_ = next && *next <= last_time ? std::optional(*next + beyond) : std::nullopt;
  return said;
}

Said Node::listen(bool at_once) {
  Said said;
  if (!at_once) wait(false);
  for (;;) {
    if (take_lines(said)) {
      if (!input_.empty()) misbehaved("printed more after it was done: " + shown_line(input_));
      return said;
    }
    if (said.ended) {
      expect_own_end();
      if (!input_.empty()) misbehaved("ended in the middle of a line: " + shown_line(input_));
      return said;
    }
    if (input_.size() > limits_.line) misbehaved("printed a line that is longer than limits.line");
    const std::size_t before = input_.size();
    said.ended = !read_output();
    if (!said.ended && input_.size() == before) wait(false);
  }
}

}  // namespace ldfi::drive
