// The session of a run about a real system. It also shows the progress of its searches, and records
// why the run was stopped.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/base/meter.hpp"
#include "common/config/options.hpp"
#include "common/farm/wire/messages.hpp"
#include "common/search/recorded/system_strategy.hpp"
#include "common/search/strategy.hpp"
#include "common/systems/plan.hpp"
#include "master/session/session.hpp"
#include "master/systems/system_progress.hpp"

namespace ldfi::app {

class SystemSession : public Session {
 public:
  /// All must outlive it.
  SystemSession(const config::Options& options, Ranks& ranks, const Log& log, Watch& watch)
      : Session(options, ranks, log), watch_(watch) {}

  /// Starts the workers, calls `all`, which does its searches, and ends the workers. Returns early if the run is
  /// stopped: then stopped() says by what. Throws what ends a run.
  void run(const std::function<void()>& all);
  /// Runs one search to its end. The plan has its fingerprint. Requires that run() is under way.
  void search(const systems::Plan& plan, search::Strategy& what);
  /// What a signal, or a budget of a worker, has stopped it with.
  [[nodiscard]] const std::optional<std::string>& stopped() const { return stopped_; }
  /// What is under way, for whoever wonders why a rank is silent.
  void set_doing(std::function<std::string()> doing) { doing_ = std::move(doing); }
  /// The cell of a sweep that is under way, how many are done, and how many there are.
  /// What the journal holds from now on is of that cell, and it says so.
  void set_cell(const std::string& name, std::uint64_t done, std::uint64_t total);

 private:
  /// Fault sets of the searches of this run.
  struct Tried {
    std::uint64_t executions = 0;  ///< those that repeat one included
    std::uint64_t sets = 0;
    std::uint64_t violating = 0;
  };
  [[nodiscard]] Tried tried() const;
  void begin_search(const systems::Plan& plan, const search::Strategy& what);
  void end_search();
  void show(const schedule::Progress& progress);
  [[nodiscard]] Reporting reporting();
  [[nodiscard]] wire::Setup setup(const systems::Plan& plan) const;

  Watch& watch_;
  schedule::Farm* farm_ = nullptr;  ///< null unless run() is under way
  std::optional<std::string> stopped_;
  std::function<std::string()> doing_;
  std::string cell_;
  std::uint64_t cells_done_ = 0;
  std::uint64_t cells_total_ = 0;            ///< number of cells, or 0 if the run is not a sweep
  std::unique_ptr<ProgressLines> progress_;  ///< begins with the first search
  const search::SystemStrategy* search_ = nullptr;  ///< the search under way, if it has fault sets
  Tried before_;                                    ///< of the searches that ended
  std::uint64_t answers_ = 0;                       ///< of the search under way
};

}  // namespace ldfi::app
