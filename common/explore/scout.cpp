#include "common/explore/scout.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <system_error>
#include <utility>

namespace ldfi::explore {
namespace {

/// Where every core is taken, the others come first.
constexpr int niceness = 5;

struct Stopped {};

}  // namespace

Scout::Scout(const dedalus::Program& program, const Fspec& fspec, const eval::Model& failure_free,
             Limits limits)
    : program_(program), fspec_(fspec), failure_free_(failure_free), limits_(std::move(limits)) {
  limits_.check = [this] {
    if (stop_) throw Stopped{};
  };
}

Scout::~Scout() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
}

void Scout::run() {
  // A thread of Linux has a niceness of its own.
  static_cast<void>(::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), niceness));
  try {
    while (explorer_->go_on() == Standing::going) harmless_ = explorer_->level();
  } catch (const Stopped&) {
  } catch (const std::exception&) {  // no memory: the search beside it has its own say
  }
  done_ = true;
}

void Scout::start() {
  if (started()) return;
  explorer_.emplace(program_, fspec_, failure_free_, limits_);
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error&) {  // a limit on threads
  }
}

void Scout::look() {
  start();
  if (found()) throw Overtaken{};
}

void Scout::finish(const BudgetCheck& check) {
  start();
  if (!thread_.joinable() && !done_) return run();
  while (!done_) {
    if (check) check();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

std::optional<FaultSet> Scout::found() const {
  return done_ && explorer_->standing() == Standing::found ? explorer_->least() : std::nullopt;
}

}  // namespace ldfi::explore
