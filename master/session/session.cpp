#include "master/session/session.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/base/files/file.hpp"
#include "common/base/memory.hpp"
#include "common/base/text.hpp"
#include "master/journal/progress_record_of.hpp"
#include "master/life/resume.hpp"

namespace ldfi::app {
namespace {

/// The interval between updates of the progress, in seconds.
constexpr double progress_interval_s = 0.2;

}  // namespace

Clock clock_from_now() {
  const auto began = std::chrono::steady_clock::now();
  return [began] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  };
}

bool JournalMemory::add(const std::function<void(journal::Journal&)>& add) {
  LDFI_REQUIRE(journal_ != nullptr, "the journal is open");
  if (failure_) return false;
  try {
    add(*journal_);
  } catch (const EnvironmentError& e) {
    failure_ = e.what();
  }
  return !failure_;
}

void JournalMemory::keep(const Job& job, const wire::Bytes& report) {
  if (add([&](journal::Journal& journal) { journal.keep(job, report); })) return;
  throw BudgetExceeded("journal", *failure_);
}

void Session::keep_cell(const wire::Setup& setup, const Cell& cell) const {
  answers_.add([&](journal::Journal& journal) { journal.keep_cell(setup, cell); });
}

void Session::open_journal(const journal::Header& header, const std::vector<std::string>& arguments,
                           Watch& watch) {
  const std::string path = journal::journal_name(options_.output);
  // The hint is set before the journal is opened, because a request to stop may come at any moment.
  const std::string hint = fmt::format("all results so far are in {}; to continue: {}", path,
                                       resume_command(arguments, options_.resume, ranks_.size()));
  watch.set_resume_hint(hint);
  ranks_.beat(options_.job_timeout_s, hint);
  journal::Opened opened;
  try {
    opened = journal::open_journal(path, header, options_.resume);
  } catch (...) {
    watch.set_resume_hint("");
    throw;
  }
  answers_.use(std::move(opened.journal));
  files::remove_leftovers({options_.output, path});
  for (const std::string& note : opened.notes) log_.note(note);
  if (options_.resume && journal()->acknowledged() > 0) {
    log_.note(fmt::format("{} holds {}", journal()->path(),
                          counted(journal()->acknowledged(), "executed job")));
  }
}

void Session::read_journal(const journal::Header& header) {
  auto opened = journal::read_journal(journal::journal_name(options_.output), header);
  answers_.use(std::move(opened.journal));
  for (const std::string& note : opened.notes) log_.note(note);
}

std::optional<double> Session::time_left() const {
  if (!options_.time_limit_s) return std::nullopt;
  return std::max(0.0, *options_.time_limit_s - seconds());
}

void Session::limit_time(wire::Budget& budget) const {
  if (const auto left = time_left()) {
    budget.time_left_ms = static_cast<std::uint64_t>(std::max(1.0, std::ceil(*left * 1000)));
  }
}

schedule::MasterOptions Session::master_options(Reporting reporting) const {
  schedule::MasterOptions out;
  out.time_limit_s = time_left();
  out.clock = clock_;
  out.memory = journal() == nullptr ? nullptr : &answers_;
  out.job_deadline_s = ranks_.alone() ? 0 : options_.job_timeout_s;
  out.progress_interval_s = progress_interval_s;
  out.exhausted = [this]() -> std::optional<std::string> {
    const auto& limit = options_.memory_limit_bytes;
    if (limit && resident_bytes() > *limit) return "memory";
    if (journal_failure()) return journal_failure();
    // the limit on the whole run, because MasterOptions::time_limit_s begins anew with each search
    if (time_left() == 0.0) return "time";
    return std::nullopt;
  };
  out.reporter = [this, reporting = std::move(reporting)](const schedule::Progress& progress) {
    reporting.show(progress);
    ranks_.set_doing(reporting.doing(progress));
    stand(reporting, progress);
  };
  return out;
}

void Session::stand(const Reporting& reporting, const schedule::Progress& progress,
                    bool news) const {
  if (journal() == nullptr || options_.results_only) return;
  journal::Standing now = journal::progress_record_of(progress, seconds(), reporting.cell());
  now.seconds_left = time_left();
  if (reporting.complete) reporting.complete(now, progress);
  answers_.add([&](journal::Journal& journal) { journal.stand(now, news); });
}

}  // namespace ldfi::app
