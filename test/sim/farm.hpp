// Simulates one master and several workers over a SimNetwork. The seed decides the order of their
// steps.
#pragma once

#include <limits>
#include <memory>
#include <set>
#include <vector>

#include "common/farm/wire/messages.hpp"
#include "master/schedule/master_machine.hpp"
#include "test/sim/network.hpp"
#include "worker/machine/worker_machine.hpp"

namespace ldfi::test {

struct SimOptions {
  int workers = 3;
  std::uint64_t seed = 1;
  double max_delay_s = 0.05;
  double max_job_s = 0.2;  ///< longest time that a worker waits after each message, in simulated
                           ///< seconds
  std::set<int> silent{};  ///< ranks that never do anything
  double silence_s = 0;    ///< silence after which workers assume that the master hangs; 0: the
                           ///< master sends no heartbeats
  double frozen_at_s = std::numeric_limits<double>::infinity();  ///< simulated time from which on
                                                                 ///< the master does nothing
  double thinking_s = 0;            ///< longest time of one step of the master, in simulated
                                    ///< seconds
  double give_up_after_s = 10'000;  ///< simulated: the test's own guard against a hang
};

class SimFarm {
 public:
  SimFarm(SimOptions sim, schedule::MasterOptions master, execute::ExecutorFactory factory);

  /// Runs one search. Throws what the master throws, MasterSilent, and std::runtime_error if the
  /// farm hangs.
  SearchResult search(const wire::Setup& setup, search::Strategy& strategy);
  /// Stops the farm. Returns true if every worker that is not silent has finished.
  bool shut_down();
  [[nodiscard]] SimNetwork& network() { return net_; }
  [[nodiscard]] const schedule::Master& master() const { return *master_; }

 private:
  struct Worker {
    int rank = 0;
    std::unique_ptr<execute::WorkerMachine> machine;
    double rests_until = 0;
    bool finished = false;
  };
  void step_some_worker();
  void beat();
  void guard();

  SimOptions options_;
  SimNetwork net_;
  std::unique_ptr<schedule::Master> master_;
  std::vector<Worker> workers_;
  double beaten_at_ = -std::numeric_limits<double>::infinity();
  double thinks_until_ = 0;
};

}  // namespace ldfi::test
