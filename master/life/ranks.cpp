#include "master/life/ranks.hpp"

#include <algorithm>
#include <numeric>

namespace ldfi::app {

void Ranks::beat(double silence_s, const std::string& resume_hint) {
  if (alone() || silence_s <= 0) return;
  beat_ = {static_cast<std::uint64_t>(silence_s * 1000), "beginning", resume_hint};
  std::vector<int> others(static_cast<std::size_t>(size() - 1));
  std::iota(others.begin(), others.end(), 1);
  for (const int rank : others) mpi_->send(rank, wire::encode(beat_));
  heartbeat_ = std::make_unique<wire::Heartbeat>(*mpi_, std::move(others));
  set_doing(beat_.doing);
}

void Ranks::set_doing(const std::string& doing) {
  if (!heartbeat_) return;
  beat_.doing = doing;
  const double silence_s = static_cast<double>(beat_.silence_ms) / 1000;
  heartbeat_->beat(wire::encode(beat_), std::min(1.0, silence_s / 5));
}

std::unique_ptr<schedule::Farm> Ranks::make_farm(schedule::MasterOptions options,
                                                 execute::ExecutorFactory factory) {
  options.stop_requested = stop_requested_;
  if (!alone()) return std::make_unique<schedule::Farm>(*mpi_, std::move(options));
  hub_ = std::make_unique<wire::LoopbackHub>(2);
  worker_ = std::make_unique<execute::WorkerMachine>(hub_->endpoint(1), std::move(factory));
  return std::make_unique<schedule::Farm>(hub_->endpoint(0), std::move(options), [this] {
    return worker_->step() == execute::StepResult::busy;
  });
}

}  // namespace ldfi::app
