#include "master/systems/system_progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

#include "common/base/diagnostic.hpp"
#include "common/base/phase.hpp"
#include "common/base/thread.hpp"
#include "common/config/progress_columns.hpp"
#include "master/face/standing_line.hpp"

namespace ldfi::app {
namespace {

using config::system_progress_columns;

constexpr SystemProgress::Pause on_terminal{1'000};
constexpr SystemProgress::Pause elsewhere{10'000};
constexpr int header_every = 20;

std::string aligned(const std::array<std::string, system_progress_columns.size()>& values) {
  std::string out;
  for (std::size_t i = 0; i < values.size(); ++i) {
    out += fmt::format("{}{:>{}}", i == 0 ? "" : " ", values[i], system_progress_columns[i].width);
  }
  return out;
}

std::string hours_text(double seconds) {
  const auto whole = static_cast<long>(std::max(0.0, seconds));
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

}  // namespace

std::string system_progress_header() {
  std::array<std::string, system_progress_columns.size()> names;
  std::ranges::transform(system_progress_columns, names.begin(),
                         [](const auto& column) { return std::string(column.name); });
  return aligned(names);
}

std::string system_progress_line(const SystemRow& row) {
  return aligned({hours_text(row.elapsed_s), row.cell.empty() ? "-" : printable(row.cell),
                  row.phase, fmt::format("{}", row.executions), fmt::format("{:.1f}", row.per_s),
                  fmt::format("{}", row.tried), fmt::format("{}", row.violating),
                  fmt::format("{}/{}", row.busy, row.workers),
                  row.left_s ? hours_text(*row.left_s - row.elapsed_s) : "-"});
}

std::string sooner_hint(const config::Options& options, const systems::Plan& plan) {
  const bool exact = options.level == ProofLevel::exact && !options.replay &&
                     options.strategy != StrategyName::random;
  if (!exact) return "";
  const bool tells_state =
      plan.kind != systems::Kind::nodes || plan.time == systems::Time::extended;
  return fmt::format(
      "hint: `level: exact` executes every fault set that no execution has answered. "
      "`level: state` ends sooner{}. So does a smaller Fspec (eot, eff, crashes, omissions). "
      "limits.time ends the search without a proof.",
      tells_state ? "" : ", but needs nodes that speak ldfi/1 (system.time: extended)");
}

SystemProgress::SystemProgress(bool quiet, std::string hint, std::function<double()> elapsed,
                               std::optional<Pause> pause)
    : hint_(std::move(hint)), elapsed_(std::move(elapsed)), said_at_(elapsed_()) {
  if (quiet) return;
  const Pause usual = ::isatty(STDERR_FILENO) == 1 ? on_terminal : elsewhere;
  thread_ = start_thread([this, wait = pause.value_or(usual)] { run(wait); });
}

SystemProgress::~SystemProgress() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
  leave_line();
}

void SystemProgress::update(const SystemRow& row) {
  const std::lock_guard lock(mutex_);
  row_ = row;
}

void SystemProgress::run(Pause pause) {
  in_place_ = can_say_in_place();
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, pause, [this] { return over_; })) say();
}

void SystemProgress::say() {
  row_.elapsed_s = elapsed_();
  row_.phase = Phase::current();
  const double since = row_.elapsed_s - said_at_;
  const std::uint64_t more = row_.executions - std::min(row_.executions, said_executions_);
  row_.per_s = since > 0 ? static_cast<double>(more) / since : 0;
  said_at_ = row_.elapsed_s;
  said_executions_ = row_.executions;
  if (lines_ == 0 || (!in_place_ && lines_ % header_every == 0)) {
    ldfi::app::say(system_progress_header() + "\n");
  }
  ++lines_;
  if (row_.elapsed_s >= hint_after_s && !hint_.empty()) {
    ldfi::app::say(std::exchange(hint_, "") + "\n");
  }
  if (in_place_) {
    say_in_place(system_progress_line(row_));
  } else {
    ldfi::app::say(system_progress_line(row_) + "\n");
  }
}

}  // namespace ldfi::app
