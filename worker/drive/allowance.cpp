#include "worker/drive/allowance.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>

#include "common/base/text.hpp"

namespace ldfi::drive {
namespace {

constexpr double longest_between_looks_s = 0.1;
constexpr double shortest_between_looks_s = 0.002;
/// The fastest rate, in bytes per second, at which a node can take memory: the kernel clears each page that
/// it hands out.
constexpr double fastest = 4e9;
// Between two checks, a node may use memory up to this factor times limits.node_memory.
constexpr double tolerance = 1.25;
/// A check may be late by some seconds, because it takes time and the machine may be busy. These
/// are the least and the greatest delay that is assumed. The greatest one is the delay of a wakeup
/// beside many other processes.
constexpr double shortest_delay_s = 0.005;
constexpr double longest_delay_s = 0.02;
/// Processor time in seconds. A process that used less between two checks counts as asleep.
constexpr double hardly_s = 0.001;
/// The time limit of a step is multiplied by this factor, because a node gets little processor time
/// on a busy machine.
constexpr double patience = 10;
/// A process that a signal has stopped for more than this number of seconds is an error. A program
/// may stop one of its processes for a moment. The number is below every step limit of a second,
/// and far above the delays of a busy machine.
constexpr double most_stopped_s = 0.5;

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

void Allowance::begin_step() {
  began_ = seconds();
  delay_ = 0;
  spent_ = 0;
  // The last check was long before this step, so the processor time at the start of the step is
  // unknown.
  if (began_ - looked_ > longest_between_looks_s) processor_ = -1;
}

double Allowance::between_looks() const {
  const double room =
      tolerance * static_cast<double>(limits_.node_memory) - static_cast<double>(memory_);
  const double delay = std::clamp(delay_, shortest_delay_s, longest_delay_s);
  const double safe = std::max(shortest_between_looks_s, room / fastest - delay);
  return std::min({longest_between_looks_s, limits_.step_s / patience, safe});
}

bool Allowance::is_due() const {
  return seconds() - looked_ > between_looks();
}

double Allowance::until_look() const {
  return std::max(0.0, looked_ + between_looks() - seconds());
}

double Allowance::left() const {
  return std::max(0.0, began_ + limits_.step_s - seconds());
}

std::string Allowance::look(const std::function<Usage()>& read) {
  const double began = seconds();
  const Usage now = read();
  const double used = processor_ < 0 ? 0 : std::max(0.0, now.processor_s - processor_);
  spent_ += used;
  processor_ = now.processor_s;
  delay_ = seconds() - std::max(began_, looked_ + between_looks());
  looked_ = began;
  memory_ = now.memory + now.kernel;
  if (now.memory > limits_.node_memory) {
    return fmt::format("uses {} bytes of memory, but limits.node_memory is {}", now.memory,
                       limits_.node_memory);
  }
  if (memory_ > limits_.node_memory) {
    return fmt::format(
        "uses {} bytes of memory, of which up to {} are held for its sockets, pipes, page tables, "
        "threads, files and shared memory, and limits.node_memory is {}",
        memory_, now.kernel, limits_.node_memory);
  }
  if (now.tasks > limits_.tasks) {
    return fmt::format("has {} processes and threads, but limits.tasks is {}", now.tasks,
                       limits_.tasks);
  }
  lately_ += used;
  awake_ = awake_ || !now.all_sleep;
  if (looked_ - since_ < std::min(longest_between_looks_s, limits_.step_s / patience)) {
    return stop_of(now);
  }
  sleeps_ = !awake_ && lately_ < hardly_s;
  since_ = looked_;
  lately_ = 0;
  awake_ = false;
  return stop_of(now);
}

std::string Allowance::look_for_stop(const Usage& now) {
  looked_ = seconds();
  return stop_of(now);
}

std::string Allowance::stop_of(const Usage& now) {
  if (now.stopped == 0) stopped_ = -1;
  if (now.stopped != 0 && stopped_ < 0) stopped_ = looked_;
  if (stopped_ < 0 || looked_ - stopped_ < std::min(most_stopped_s, limits_.step_s)) return "";
  return fmt::format(
      "is stopped by a signal such as SIGSTOP: its process {} waits for a SIGCONT that nobody "
      "sends",
      word_or_quoted(name_of_program(now.stopped)));
}

std::string Allowance::lateness() const {
  if (looked_ - began_ < limits_.step_s) return "";
  const std::string limit = fmt::format("was not done within {} s (limits.step)", limits_.step_s);
  if (sleeps_) return limit + ": it hangs, because all its threads sleep";
  // The time before the first check is subtracted from the limit, because its processor time is
  // unknown.
  const double most =
      limits_.step_s - std::min(longest_between_looks_s, limits_.step_s / patience) * 2;
  if (spent_ >= most) {
    return fmt::format("{}: it used {:.1f} s of processor time, perhaps in an endless loop", limit,
                       spent_);
  }
  if (looked_ - began_ < patience * limits_.step_s) return "";
  return fmt::format("{}, nor within {} s: the machine is busy, or the node waits for a disk",
                     limit, patience * limits_.step_s);
}

}  // namespace ldfi::drive
