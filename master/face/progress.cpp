#include "master/face/progress.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace ldfi::app {
namespace {

using config::progress_columns;

std::string count(const std::optional<std::uint64_t>& value) {
  return value ? fmt::format("{}", *value) : "-";
}

std::string left(const ProgressRow& row, const Pace& pace) {
  const auto& waiting = row.progress.standing.frontier;
  if (row.budget.enumerates && waiting && pace.per_s > 0) {
    const double seconds = static_cast<double>(*waiting) / pace.per_s;
    if (!row.budget.seconds || seconds < *row.budget.seconds - pace.elapsed_s)
      return "~" + hours_text(seconds);
  }
  if (row.budget.seconds) return hours_text(*row.budget.seconds - pace.elapsed_s);
  if (!row.budget.runs) return "-";
  return fmt::format("{}", *row.budget.runs - std::min(*row.budget.runs, row.progress.executed));
}

}  // namespace

std::string progress_header() {
  return header_of(progress_columns);
}

std::string progress_line(const ProgressRow& row, const Pace& pace) {
  const auto& p = row.progress;
  const double solving = static_cast<double>(p.standing.solve_ns) * 1e-9;
  const double share = p.elapsed_s > 0 ? std::min(100.0, 100 * solving / p.elapsed_s) : 0;
  return in_columns(
      progress_columns,
      {hours_text(pace.elapsed_s), row.cell, pace.phase, fmt::format("{}", p.executed),
       fmt::format("{:.0f}", pace.per_s), count(p.standing.frontier), count(p.standing.clauses),
       fmt::format("{}", p.violating), fmt::format("{:.0f} %", share),
       fmt::format("{}/{}", p.busy_workers, p.workers), left(row, pace)});
}

ProgramProgress::ProgramProgress(bool quiet, std::string cell, Budget budget,
                                 std::function<double()> elapsed)
    : row_{std::move(cell), {}, budget},
      lines_(
          {.quiet = quiet, .header = progress_header()},
          [row = row_](const Pace& pace) { return progress_line(row, pace); }, std::move(elapsed)) {
}

void ProgramProgress::update(const schedule::Progress& progress) {
  row_.progress = progress;
  lines_.update(progress.executed,
                [row = row_](const Pace& pace) { return progress_line(row, pace); });
}

}  // namespace ldfi::app
