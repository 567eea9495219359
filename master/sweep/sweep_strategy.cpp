#include "master/sweep/sweep_strategy.hpp"

#include "common/base/contract.hpp"

namespace ldfi::sweep {

SweepStrategy::SweepStrategy(Course& course, wire::SearchSettings settings)
    : course_(course), settings_(settings) {}

std::optional<wire::Job> SweepStrategy::next_job() {
  if (finished()) return std::nullopt;
  for (const Query& query : course_.wanted(running_.size() + 1)) {
    if (!running_.insert(query).second) continue;
    jobs_.emplace(next_id_, query);
    const Point& p = query.point;
    return wire::Job{next_id_++, wire::SearchJob{p.eot, p.eff, p.crashes, query.probe, settings_,
                                                 p.budgets, p.params}};
  }
  return std::nullopt;
}

void SweepStrategy::accept(const wire::Report& report) {
  const auto it = jobs_.find(report.job);
  LDFI_REQUIRE(it != jobs_.end(), "a report of a job that was not handed out");
  const Query query = it->second;
  jobs_.erase(it);
  running_.erase(query);
  course_.answer(query, wire::result_of<Cell>(report));
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
