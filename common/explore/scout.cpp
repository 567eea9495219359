#include "common/explore/scout.hpp"

#include <chrono>
#include <utility>

#include "common/core/background.hpp"

namespace ldfi::explore {
namespace {

struct Stopped {};

}  // namespace

Scout::Scout(const dedalus::Program& program, const Fspec& fspec, const eval::Model& failure_free,
             Limits limits)
    : program_(program), fspec_(fspec), failure_free_(failure_free), limits_(std::move(limits)) {
  limits_.check = [this] {
    if (stop_) throw Stopped{};
    if (check_) check_();
  };
}

Scout::~Scout() {
  stop_ = true;
  if (thread_) thread_->join();
}

void Scout::run() {
  try {
    while (explorer_->go_on() == Standing::going) harmless_ = explorer_->level();
  } catch (const Stopped&) {
  } catch (const std::exception&) {  // no memory, no time: the search beside it says so
  }
  done_ = true;
}

void Scout::start() {
  if (started()) return;
  explorer_.emplace(program_, fspec_, failure_free_, limits_);
  thread_ = begin_in_background([this] { run(); });
}

void Scout::look() {
  start();
  if (found()) throw Overtaken{};
}

void Scout::finish(const BudgetCheck& check) {
  start();
  if (!thread_ && !done_) {
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
