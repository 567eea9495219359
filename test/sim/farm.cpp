#include "test/sim/farm.hpp"

#include <algorithm>
#include <stdexcept>

#include "common/farm/wire/messages.hpp"

namespace ldfi::test {

SimFarm::SimFarm(SimOptions sim, schedule::MasterOptions master, execute::ExecutorFactory factory)
    : options_(std::move(sim)), net_(options_.workers + 1, options_.seed, options_.max_delay_s) {
  master.clock = [this] { return net_.now(); };
  master_ = std::make_unique<schedule::Master>(net_.endpoint(0), std::move(master));
  for (int rank = 1; rank <= options_.workers; ++rank) {
    workers_.push_back({rank,
                        std::make_unique<execute::WorkerMachine>(
                            net_.endpoint(rank), factory, nullptr, [this] { return net_.now(); }),
                        0, false});
  }
}

SearchResult SimFarm::search(const wire::Setup& setup, search::Strategy& strategy) {
  master_->begin(setup, strategy);
  const std::size_t everybody = workers_.size() + 1;
  for (;;) {
    net_.advance(net_.choose_seconds(0.01));
    guard();
    beat();
    const bool masters_turn = net_.choose(everybody) == 0;
    if (!masters_turn) {
      step_some_worker();
    } else if (net_.now() >= thinks_until_ && net_.now() < options_.frozen_at_s) {
      if (master_->step() == schedule::StepResult::finished) return strategy.result();
      thinks_until_ = net_.now() + net_.choose_seconds(options_.thinking_s);
    }
  }
}

// Sends the heartbeats of rank 0. In a real farm, another thread than the master's sends them, and
// a signal that suspends the process stops both threads.
void SimFarm::beat() {
  const bool due = net_.now() - beaten_at_ >= options_.silence_s / 5;
  if (options_.silence_s <= 0 || !due || net_.now() >= options_.frozen_at_s) return;
  beaten_at_ = net_.now();
  const wire::MasterHeartbeat beat{static_cast<std::uint64_t>(options_.silence_s * 1000),
                                   "simulating", "resume"};
  for (const Worker& w : workers_) net_.endpoint(0).send(w.rank, wire::encode(beat));
}

bool SimFarm::shut_down() {
  master_->stop();
  const auto done = [this](const Worker& w) {
    return w.finished || options_.silent.contains(w.rank);
  };
  for (int i = 0; i < 1'000'000; ++i) {
    if (std::all_of(workers_.begin(), workers_.end(), done)) return true;
    net_.advance(0.01);
    step_some_worker();
  }
  return false;
}

void SimFarm::step_some_worker() {
  Worker& w = workers_[net_.choose(workers_.size())];
  if (w.finished || options_.silent.contains(w.rank) || net_.now() < w.rests_until) return;
  const auto result = w.machine->step();
  w.finished = result == execute::StepResult::finished;
  if (result == execute::StepResult::busy) {
    w.rests_until = net_.now() + net_.choose_seconds(options_.max_job_s);
  }
}

void SimFarm::guard() {
  if (net_.now() > options_.give_up_after_s) throw std::runtime_error("the simulated farm hangs");
}

}  // namespace ldfi::test
