// One master and N workers over a SimNetwork, stepped in an order that the seed chooses.
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
  double max_job_s = 0.2;  ///< a worker rests for up to this long after each message
  std::set<int> silent{};  ///< ranks that never do anything
  double silence_s = 0;    ///< of the master's beats; 0: there are none
  double frozen_at_s = std::numeric_limits<double>::infinity();  ///< the master is stopped then
  double thinking_s = 0;            ///< how long each step of the master may take
  double give_up_after_s = 10'000;  ///< simulated: the test's own guard against a hang
};

class SimFarm {
 public:
  SimFarm(SimOptions sim, schedule::MasterOptions master, execute::ExecutorFactory factory);

  /// Throws what the master throws, MasterSilent, and std::runtime_error when the farm hangs.
  SearchResult search(const wire::Setup& setup, search::Strategy& strategy);
  /// Stops the farm; true when every worker that is not silent has finished.
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
