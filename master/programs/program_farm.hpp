// The workers of a run about a program. A search and the minimisation after it use the same workers, because
// a worker may still execute a job of the finished search when the minimisation begins.
#pragma once

#include <memory>

#include "common/dedalus/ground/universe.hpp"
#include "master/face/progress.hpp"
#include "master/schedule/farm.hpp"
#include "master/session/session.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

class ProgramFarm {
 public:
  /// All arguments must outlive the object.
  ProgramFarm(const Task& task, const Session& session, ProgramProgress& lines)
      : task_(task), session_(session), lines_(lines) {}

  /// Runs the strategy until it has a result. Throws what schedule::Farm::run() throws.
  SearchResult run(const wire::Setup& setup, search::Strategy& strategy, std::uint64_t fingerprint);
  /// Sets the universe (all facts that can hold under some faults) for the worker in this process.
  /// The universe must live until the next call. The worker calls `check` between executions. If
  /// `universe` is null, the worker makes its executor from the Setup, as on other ranks, and does
  /// not call `check`.
  void set_universe(const ground::Universe* universe, BudgetCheck check);
  /// From now on, the runs of the farm belong to the minimisation, and the progress lines of the
  /// search are not updated. Requires that no universe is set.
  void begin_minimising();
  /// Ends the workers. run() must not be called afterwards.
  void stop();

 private:
  [[nodiscard]] schedule::MasterOptions master_options() const;

  const Task& task_;
  const Session& session_;
  ProgramProgress& lines_;
  const ground::Universe* universe_ = nullptr;
  BudgetCheck check_;
  bool minimising_ = false;
  std::unique_ptr<schedule::Farm> farm_;
};

}  // namespace ldfi::app
