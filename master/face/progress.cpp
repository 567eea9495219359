#include "master/face/progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "common/base/phase.hpp"
#include "common/base/thread.hpp"
#include "common/config/progress_columns.hpp"
#include "master/face/standing_line.hpp"

namespace ldfi::app {
namespace {

using config::progress_columns;

constexpr std::chrono::seconds terminal_interval{1};
constexpr std::chrono::seconds plain_interval{10};
constexpr int header_every = 20;

/// A line of values, each right-aligned in its column.
std::string in_columns(const std::array<std::string, progress_columns.size()>& values) {
  std::string out;
  for (std::size_t i = 0; i < values.size(); ++i) {
    out += fmt::format("{}{:>{}}", i == 0 ? "" : " ", values[i], progress_columns[i].width);
  }
  return out;
}

std::string clock_time(double seconds) {
  const auto whole = static_cast<long>(std::max(0.0, seconds));
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string count(const std::optional<std::uint64_t>& value) {
  return value ? fmt::format("{}", *value) : "-";
}

std::string left(const ProgressRow& row) {
  const auto& waiting = row.progress.standing.frontier;
  if (row.budget.enumerates && waiting && row.per_s > 0) {
    const double seconds = static_cast<double>(*waiting) / row.per_s;
    if (!row.budget.seconds || seconds < *row.budget.seconds - row.elapsed_s)
      return "~" + clock_time(seconds);
  }
  if (row.budget.seconds) return clock_time(*row.budget.seconds - row.elapsed_s);
  if (!row.budget.runs) return "-";
  return fmt::format("{}", *row.budget.runs - std::min(*row.budget.runs, row.progress.executed));
}

}  // namespace

std::string progress_header() {
  std::array<std::string, progress_columns.size()> names;
  std::transform(progress_columns.begin(), progress_columns.end(), names.begin(),
                 [](const auto& column) { return std::string(column.name); });
  return in_columns(names);
}

std::string progress_line(const ProgressRow& row) {
  const auto& p = row.progress;
  const double solving = static_cast<double>(p.standing.solve_ns) * 1e-9;
  const double share = p.elapsed_s > 0 ? std::min(100.0, 100 * solving / p.elapsed_s) : 0;
  return in_columns({clock_time(row.elapsed_s), row.cell, row.phase, fmt::format("{}", p.executed),
                     fmt::format("{:.0f}", row.per_s), count(p.standing.frontier),
                     count(p.standing.clauses), fmt::format("{}", p.violating),
                     fmt::format("{:.0f} %", share),
                     fmt::format("{}/{}", p.busy_workers, p.workers), left(row)});
}

ProgressLines::ProgressLines(bool quiet, std::string cell, Budget budget,
                             std::function<double()> elapsed)
    : elapsed_(std::move(elapsed)), said_at_(elapsed_()) {
  row_.cell = std::move(cell);
  row_.budget = budget;
  if (!quiet) thread_ = start_thread([this] { run(); });
}

ProgressLines::~ProgressLines() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
  leave_line();
}

void ProgressLines::update(const schedule::Progress& progress) {
  const std::lock_guard lock(mutex_);
  row_.progress = progress;
}

void ProgressLines::run() {
  const auto interval = ::isatty(STDERR_FILENO) == 1 ? terminal_interval : plain_interval;
  in_place_ = can_say_in_place();
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, interval, [this] { return over_; })) say();
}

void ProgressLines::say() {
  row_.elapsed_s = elapsed_();
  row_.phase = Phase::current();
  const double since = row_.elapsed_s - said_at_;
  const std::uint64_t executed = row_.progress.executed;
  const std::uint64_t more = executed - std::min(executed, said_executed_);  // --repeat restarts
  row_.per_s = since > 0 ? static_cast<double>(more) / since : 0;
  said_at_ = row_.elapsed_s;
  said_executed_ = executed;
  const bool header = lines_ == 0 || (!in_place_ && lines_ % header_every == 0);
  ++lines_;
  if (header) ldfi::app::say(progress_header() + "\n");
  if (in_place_) {
    say_in_place(progress_line(row_));
  } else {
    ldfi::app::say(progress_line(row_) + "\n");
  }
}

}  // namespace ldfi::app
