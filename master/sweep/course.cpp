#include "master/sweep/course.hpp"

#include <fmt/core.h>

#include "common/base/contract.hpp"
#include "common/record/search_result.hpp"

namespace ldfi::sweep {

void Course::answer(const Query& query, Cell report) {
  if (finished_) return;
  const bool fresh = answers_.emplace(query, std::move(report)).second;
  LDFI_REQUIRE(fresh, "a query is answered once");
  advance();
}

void Course::stop(const std::string& reason) {
  if (finished_) return;
  abandon(reason);
  finished_ = true;
}

const Cell* Course::answer_of(const Query& query) const {
  const auto it = answers_.find(query);
  return it == answers_.end() ? nullptr : &it->second;
}

const Settled* Course::settled(const Point& point) const {
  const auto it = cells_.find(point);
  return it == cells_.end() ? nullptr : &it->second;
}

void Course::settle(const Point& point, Cell report, std::optional<Point> from) {
  if (decides_by_error(report)) {
    if (error_.empty()) {
      error_ = report.error;
      while (error_.ends_with('\n')) error_.pop_back();
      error_ += fmt::format("\n  hint: it ends the search of the cell {}", to_text(point));
    }
    report.verdict = Verdict::inconclusive;
    if (report.reason.empty()) report.reason = "an arithmetic error";
  } else {
    sound_ = true;
  }
  const bool fresh = cells_.insert_or_assign(point, Settled{std::move(report), from}).second;
  LDFI_REQUIRE(fresh || from, "a cell is searched once");
}

Cell unfinished(const std::string& reason) {
  Cell report;
  report.verdict = Verdict::inconclusive;
  report.reason = reason;
  return report;
}

}  // namespace ldfi::sweep
