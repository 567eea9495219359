#include "master/app/ranks.hpp"

namespace ldfi::app {

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
