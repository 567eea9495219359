#include "master/face/progress_lines.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "common/base/contract.hpp"
#include "common/base/phase.hpp"
#include "common/base/thread.hpp"
#include "master/face/standing_line.hpp"

namespace ldfi::app {
namespace {

constexpr ProgressLines::Pause on_terminal{1'000};
constexpr ProgressLines::Pause elsewhere{10'000};
constexpr int header_every = 20;

}  // namespace

std::string hours_text(double seconds) {
  const auto whole = static_cast<long>(std::max(0.0, seconds));
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string in_columns(std::span<const config::ProgressColumn> columns,
                       const std::vector<std::string>& values) {
  LDFI_REQUIRE(columns.size() == values.size(), "each column has a value");
  std::string out;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    out += fmt::format("{}{:>{}}", i == 0 ? "" : " ", values[i], columns[i].width);
  }
  return out;
}

std::string header_of(std::span<const config::ProgressColumn> columns) {
  std::vector<std::string> names;
  for (const config::ProgressColumn& one : columns) names.emplace_back(one.name);
  return in_columns(columns, names);
}

ProgressLines::ProgressLines(Settings settings, Line first, std::function<double()> elapsed)
    : settings_(std::move(settings)),
      elapsed_(std::move(elapsed)),
      line_(std::move(first)),
      printed_at_(elapsed_()) {
  if (settings_.quiet) return;
  const Pause usual = ::isatty(STDERR_FILENO) == 1 ? on_terminal : elsewhere;
  thread_ = start_thread([this, pause = settings_.pause.value_or(usual)] { run(pause); });
}

ProgressLines::~ProgressLines() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
  end_status_line();
}

void ProgressLines::update(std::uint64_t executions, Line line) {
  const std::lock_guard lock(mutex_);
  executions_ = executions;
  line_ = std::move(line);
}

void ProgressLines::run(Pause pause) {
  in_place_ = can_rewrite_line();
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, pause, [this] { return over_; })) print();
}

void ProgressLines::print() {
  Pace pace{elapsed_(), Phase::current()};
  const double since = pace.elapsed_s - printed_at_;
  // Each search of --repeat counts its executions from 0, so the number may have become smaller.
  const std::uint64_t more = executions_ - std::min(executions_, printed_executions_);
  pace.per_s = since > 0 ? static_cast<double>(more) / since : 0;
  printed_at_ = pace.elapsed_s;
  printed_executions_ = executions_;
  if (lines_ == 0 || (!in_place_ && lines_ % header_every == 0)) say(settings_.header + "\n");
  ++lines_;
  if (pace.elapsed_s >= hint_after_s && !settings_.hint.empty()) {
    say(std::exchange(settings_.hint, "") + "\n");
  }
  if (in_place_) {
    write_status_line(line_(pace));
  } else {
    say(line_(pace) + "\n");
  }
}

}  // namespace ldfi::app
