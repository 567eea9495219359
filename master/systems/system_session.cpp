#include "master/systems/system_session.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/base/phase.hpp"
#include "common/farm/wire/failure.hpp"
#include "common/journal/standing.hpp"
#include "master/systems/system_setup.hpp"
#include "worker/systems/drive_executor.hpp"
#include "worker/systems/own_nursery.hpp"
#include "worker/systems/system_files.hpp"

namespace ldfi::app {

namespace {

/// Stores a pointer to the farm while the object exists, that is, while the workers run.
class InUse {
 public:
  InUse(schedule::Farm*& name, schedule::Farm& farm) : name_(name) { name_ = &farm; }
  ~InUse() { name_ = nullptr; }
  InUse(const InUse&) = delete;
  InUse& operator=(const InUse&) = delete;

 private:
  schedule::Farm*& name_;
};

}  // namespace

wire::Setup SystemSession::setup(const systems::Plan& plan) const {
  wire::Setup out;
  out.system = system_source(plan, options(), !ranks().alone());
  out.budget.memory_limit_bytes = options().memory_limit_bytes.value_or(0);
  limit_time(out.budget);
  return out;
}

Reporting SystemSession::reporting() {
  return {[this](const schedule::Progress& progress) { show(progress); },
          [this](const schedule::Progress&) { return doing_ ? doing_() : "searching"; },
          [this] { return cell_; },
          [this](journal::Standing& now, const schedule::Progress&) {
            if (cells_total_ == 0) return;
            now.cells_done = cells_done_;
            now.cells_total = cells_total_;
          }};
}

void SystemSession::set_cell(const std::string& name, std::uint64_t done, std::uint64_t total) {
  cell_ = name;
  cells_done_ = done;
  cells_total_ = total;
  schedule::Progress none;
  none.workers = std::max(1, ranks().size() - 1);
  stand(reporting(), none, true);
}

SystemSession::Tried SystemSession::tried() const {
  Tried out = before_;
  out.executions += answers_;
  if (search_ == nullptr) return out;
  out.sets += search_->executions();
  out.violating += search_->failed();
  return out;
}

void SystemSession::begin_search(const systems::Plan& plan, const search::Strategy& what) {
  search_ = dynamic_cast<const search::SystemStrategy*>(&what);
  answers_ = 0;
  if (progress_) return;
  progress_ = std::make_unique<ProgressLines>(
      ProgressLines::Settings{log().quiet(), system_progress_header(),
                              sooner_hint(options(), plan)},
      [](const Pace& pace) { return system_progress_line({}, pace); },
      [this] { return seconds(); });
}

void SystemSession::end_search() {
  before_ = tried();
  search_ = nullptr;
  answers_ = 0;
}

void SystemSession::show(const schedule::Progress& progress) {
  if (!progress_) return;
  answers_ = progress.reports + progress.recalled;
  const Tried all = tried();
  SystemRow row;
  row.cell = cell_;
  row.executions = all.executions;
  row.tried = all.sets;
  row.violating = all.violating;
  row.busy = progress.busy_workers;
  row.workers = progress.workers;
  row.left_s = options().time_limit_s;
  progress_->update(row.executions,
                    [row](const Pace& pace) { return system_progress_line(row, pace); });
}

void SystemSession::search(const systems::Plan& plan, search::Strategy& what) {
  LDFI_REQUIRE(farm_ != nullptr, "searches are done while run() is under way");
  begin_search(plan, what);
  try {
    farm_->run(setup(plan), what, execute::number_of(plan.fingerprint));
  } catch (const wire::RemoteFailure& e) {
    // With only one process, the message does not say which rank failed.
    constexpr std::string_view who = "rank 1: ";
    const std::string text = e.what();
    if (!ranks().alone() || !text.starts_with(who)) throw;
    throw wire::RemoteFailure(e.status(), text.substr(who.size()));
  }
  end_search();
}

void SystemSession::run(const std::function<void()>& all) {
  const auto stop = [this] {
    if (const auto why = watch_.stop_requested()) throw wire::StopRequested("stopped on " + *why);
  };
  const auto stopped = [this](const std::string& why) {
    stopped_ = watch_.stop_requested().value_or(why);
  };
  const Phase phase("searching");
  try {
    const auto farm = ranks().make_farm(master_options(reporting()), [&](const wire::Setup& whole) {
      return execute::make_drive_executor(whole, execute::own_nursery(), stop);
    });
    const InUse in_use(farm_, *farm);
    all();
    farm->stop();
  } catch (const wire::StopRequested& e) {
    stopped(e.what());
  } catch (const wire::RemoteFailure& e) {
    if (e.status() == ExitStatus::input && journal() != nullptr)
      journal()->finish(std::string(journal::refused));
    if (e.status() != ExitStatus::stopped) throw;
    stopped(e.what());
  } catch (const InputError&) {
    // A journal without answers is not worth keeping if the input was refused, so it is marked as
    // finished.
    if (journal() != nullptr) journal()->finish(std::string(journal::refused));
    throw;
  }
  progress_.reset();
  search_ = nullptr;
  if (stopped_ && journal() != nullptr) log().error(watch_.resume_hint());
}

}  // namespace ldfi::app
