#include "common/dedalus/explore/scout.hpp"

#include <chrono>
#include <new>
#include <utility>

#include "common/base/thread.hpp"

namespace ldfi::explore {
namespace {

using Clock = std::chrono::steady_clock;

/// A search that has taken this long may take much longer, so a scout is started beside it.
constexpr std::chrono::milliseconds long_enough{20};
/// Up to this number of faults, the scout explores without rests. These fault sets take little
/// time, and most counterexamples need no more faults.
constexpr std::size_t few_faults = 2;
/// With more faults than few_faults, the scout rests this many times as long as it works. The
/// reason is that two threads may share one core, and most programs that take long have no
/// counterexample.
constexpr int rests = 3;

struct Stopped {};

}  // namespace

Scout::Scout(const dedalus::Program& program, const Fspec& fspec, const eval::Model& failure_free,
             Limits limits)
    : program_(program), fspec_(fspec), failure_free_(failure_free), limits_(std::move(limits)) {
  limits_.check = [this] {
    if (stop_) throw Stopped{};
    if (check_) check_();
    rest();
  };
}

Scout::~Scout() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
}

void Scout::run() {
  try {
    while (explorer_->go_on() == Standing::going) harmless_ = explorer_->level();
  } catch (const Stopped&) {
    // Nothing to do, because finish() then returns to a caller that has the same budget.
  } catch (const BudgetExceeded&) {
    // Nothing to do: the search that runs beside the scout reports the lack of memory.
  } catch (const std::bad_alloc&) {
  }
  done_ = true;
}

/// Sleeps for a multiple of the time since the last sleep, unless the explorer may work without
/// rests. The explorer calls this after a piece of work.
void Scout::rest() {
  const auto now = Clock::now();
  if (!hurry_ && explorer_->level() >= few_faults) {
    std::this_thread::sleep_for((now - rested_) * rests);
    rested_ = Clock::now();
  } else {
    rested_ = now;
  }
}

void Scout::start() {
  if (started()) return;
  explorer_.emplace(program_, fspec_, failure_free_, limits_);
  rested_ = Clock::now();
  try {
    thread_ = start_background_thread([this] { run(); });
  } catch (const EnvironmentError&) {  // nothing to do: the search continues without a scout
  }
}

void Scout::look() {
  if (!started()) {
    if (!first_look_) first_look_ = Clock::now();
    if (Clock::now() - *first_look_ < long_enough) return;
    start();
  }
  if (found()) throw Overtaken{};
}

void Scout::finish(const BudgetCheck& check) {
  hurry();
  start();
  if (!thread_.joinable() && !done_) {
    check_ = check;
    return run();
  }
  while (!done_) {
    if (check) check();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

std::optional<FaultSet> Scout::found() const {
  return done_ && explorer_->standing() == Standing::found ? explorer_->least() : std::nullopt;
}

}  // namespace ldfi::explore
