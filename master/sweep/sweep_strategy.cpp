#include "master/sweep/sweep_strategy.hpp"

#include <utility>

#include "common/base/contract.hpp"

namespace ldfi::sweep {

SweepStrategy::SweepStrategy(Course& course, SearchSettings settings,
                             std::function<bool(const Point&)> proved)
    : course_(course), settings_(settings), proved_(std::move(proved)) {}

std::optional<Job> SweepStrategy::next_job() {
  if (finished()) return std::nullopt;
  for (const Query& query : course_.wanted(running_.size() + 1)) {
    if (!running_.insert(query).second) continue;
    jobs_.emplace(next_id_, query);
    const Point& p = query.point;
    const bool probe = query.probe || (proved_ && proved_(p));
    return Job{next_id_++,
               SearchJob{p.eot, p.eff, p.crashes, probe, settings_, p.budgets, p.params}};
  }
  return std::nullopt;
}

void SweepStrategy::accept(const Report& report) {
  const auto it = jobs_.find(report.job);
  LDFI_REQUIRE(it != jobs_.end(), "the report is about a job that was handed out");
  const Query query = it->second;
  jobs_.erase(it);
  running_.erase(query);
  const Cell cell = result_of<Cell>(report);
  LDFI_ENSURE(query.probe || cell.falsifiers.empty() || !proved_ || !proved_(query.point),
              to_text(query.point) + " is proved to hold, and does not");
  course_.answer(query, cell);
}

SearchResult SweepStrategy::result() const {
  SearchResult out;
  out.error = course_.error();
  for (const auto& [point, cell] : course_.cells()) {
    if (!cell.from) out.executed += cell.report.executed;
    out.solve_s += cell.report.solve_s;
  }
  return out;
}

}  // namespace ldfi::sweep
