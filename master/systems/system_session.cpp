#include "master/systems/system_session.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "common/base/errors.hpp"
#include "common/base/files/file.hpp"
#include "common/base/memory.hpp"
#include "common/base/phase.hpp"
#include "common/farm/wire/failure.hpp"
#include "master/journal/standing_of.hpp"
#include "master/life/go_on.hpp"
#include "master/systems/system_setup.hpp"
#include "worker/systems/drive_executor.hpp"
#include "worker/systems/own_nursery.hpp"
#include "worker/systems/system_files.hpp"

namespace ldfi::app {

void SystemSession::open_journal(const journal::Header& header) {
  const std::string path = journal::journal_name(options_.output);
  // Before the journal is there: a request to stop may come at any moment.
  const std::string hint = fmt::format("everything acknowledged is in {}; to go on: {}", path,
                                       resume_command(arguments_, options_.resume, ranks_.size()));
  watch_.set_resume_hint(hint);
  ranks_.beat(options_.job_timeout_s, hint);
  journal::Opened opened;
  try {
    opened = journal::open_journal(path, header, options_.resume);
  } catch (...) {
    watch_.set_resume_hint("");
    throw;
  }
  journal_ = std::move(opened.journal);
  files::remove_leftovers({options_.output, path});
  for (const std::string& note : opened.notes) log_.note(note);
  if (options_.resume && journal_->acknowledged() > 0) {
    log_.note(fmt::format("{} holds {} executed jobs", journal_->path(), journal_->acknowledged()));
  }
}

std::optional<double> SystemSession::time_left() const {
  if (!options_.time_limit_s) return std::nullopt;
  return std::max(0.0, *options_.time_limit_s - seconds());
}

wire::Setup SystemSession::setup(const systems::Plan& plan) const {
  wire::Setup out;
  out.system = system_source(plan, options_, !ranks_.alone());
  out.budget.memory_limit_bytes = options_.memory_limit_bytes.value_or(0);
  if (const auto left = time_left()) {
    out.budget.time_left_ms = static_cast<std::uint64_t>(std::max(1.0, std::ceil(*left * 1000)));
  }
  return out;
}

/// A search ends when the time of the run is up, however many there were before it.
schedule::MasterOptions SystemSession::master_options() {
  constexpr double progress_interval_s = 0.2;
  schedule::MasterOptions out;
  out.time_limit_s = time_left();
  out.clock = [this] { return seconds(); };
  out.memory = journal_.get();
  out.job_deadline_s = ranks_.alone() ? 0 : options_.job_timeout_s;
  out.progress_interval_s = progress_interval_s;
  out.reporter = [this](const schedule::Progress& p) {
    if (doing_) ranks_.set_doing(doing_());
    show(p);
    if (journal_) stand(p);
  };
  out.exhausted = [this]() -> std::optional<std::string> {
    const auto& limit = options_.memory_limit_bytes;
    if (limit && resident_bytes() > *limit) return "memory";
    if (time_left() == 0.0) return "time";
    return std::nullopt;
  };
  return out;
}

void SystemSession::set_cell(const std::string& name, std::uint64_t done, std::uint64_t total) {
  cell_ = name;
  cells_done_ = done;
  cells_total_ = total;
  schedule::Progress none;
  none.workers = std::max(1, ranks_.size() - 1);
  if (journal_) stand(none, true);
}

void SystemSession::stand(const schedule::Progress& progress, bool news) {
  journal::Standing now = journal::standing_of(progress, seconds(), cell_);
  now.seconds_left = time_left();
  if (cells_total_ > 0) {
    now.cells_done = cells_done_;
    now.cells_total = cells_total_;
  }
  journal_->stand(now, news);
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
  search_ = dynamic_cast<const SystemSearch*>(&what);
  answers_ = 0;
  if (progress_) return;
  progress_ = std::make_unique<SystemProgress>(log_.quiet(), sooner_hint(options_, plan),
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
  row.left_s = options_.time_limit_s;
  progress_->update(row);
}

void SystemSession::run(const std::function<void(const Search&)>& all) {
  const auto stop = [this] {
    if (const auto why = watch_.stop_requested()) throw wire::StopRequested("stopped on " + *why);
  };
  const auto stopped = [this](const std::string& why) {
    stopped_ = watch_.stop_requested().value_or(why);
  };
  const Phase phase("searching");
  try {
    const auto farm = ranks_.make_farm(master_options(), [&](const wire::Setup& whole) {
      return execute::make_drive_executor(whole, execute::own_nursery(), stop);
    });
    all([&](const systems::Plan& plan, search::Strategy& what) {
      begin_search(plan, what);
      farm->run(setup(plan), what, execute::number_of(plan.fingerprint));
      end_search();
    });
    farm->stop();
  } catch (const wire::StopRequested& e) {
    stopped(e.what());
  } catch (const wire::RemoteFailure& e) {
    if (e.status() == ExitStatus::input && journal_) journal_->finish("refused");
    if (e.status() != ExitStatus::stopped) {
      // Where there is one process only, nobody asks which.
      constexpr std::string_view who = "rank 1: ";
      const std::string text = e.what();
      if (!ranks_.alone() || !text.starts_with(who)) throw;
      throw wire::RemoteFailure(e.status(), text.substr(who.size()));
    }
    stopped(e.what());
  } catch (const InputError&) {
    if (journal_) journal_->finish("refused");  // nothing of it is worth keeping
    throw;
  }
  progress_.reset();
  search_ = nullptr;
  if (stopped_ && journal_) log_.error(watch_.resume_hint());
}

void SystemSession::finish(const std::string& verdict) {
  if (!journal_ || stopped_) return;
  watch_.set_finishing();
  journal_->finish(verdict);
}

}  // namespace ldfi::app
