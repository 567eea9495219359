// The session of a run about a real system. It also shows the progress of searches, and records why the run
// was stopped.
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
  /// All references must outlive the object.
  SystemSession(const config::Options& options, Ranks& ranks, const Log& log, Watch& watch)
      : Session(options, ranks, log), watch_(watch) {}

  /// Starts the workers, calls `all`, which calls search(), and ends the workers. Returns early if the run is
  /// stopped. Then stopped() returns the reason. Throws errors that end a run.
  void run(const std::function<void()>& all);
  /// Runs one search to its end. Requires that the plan has a fingerprint, and that run() is in progress.
  void search(const systems::Plan& plan, search::Strategy& what);
  /// Returns the signal or the budget of a worker that stopped the run, or nullopt.
  [[nodiscard]] const std::optional<std::string>& stopped() const { return stopped_; }
  /// Sets a function that returns a text about the current work. Other ranks show this text if rank
  /// 0 falls silent.
  void set_doing(std::function<std::string()> doing) { doing_ = std::move(doing); }
  /// Sets the name of the current cell of a sweep, the number of finished cells, and the number of all cells.
  /// The next entries of the journal belong to this cell.
  void set_cell(const std::string& name, std::uint64_t done, std::uint64_t total);

 private:
  /// Numbers of executions and fault sets in the searches of a run.
  struct Tried {
    std::uint64_t executions = 0;  ///< number of executions, including repeated ones
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
  schedule::Farm* farm_ = nullptr;  ///< the farm; null unless run() is in progress
  std::optional<std::string> stopped_;
  std::function<std::string()> doing_;
  std::string cell_;
  std::uint64_t cells_done_ = 0;
  std::uint64_t cells_total_ = 0;  ///< number of cells, or 0 if the run is not a sweep
  /// Prints progress lines; null before the first search.
  std::unique_ptr<ProgressLines> progress_;
  /// The current search; null if it has no fault sets, as in a minimisation.
  const search::SystemStrategy* search_ = nullptr;
  Tried before_;               ///< sums of the searches that have ended
  std::uint64_t answers_ = 0;  ///< number of reports of the current search
};

}  // namespace ldfi::app
