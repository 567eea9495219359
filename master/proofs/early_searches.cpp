#include "master/proofs/early_searches.hpp"

#include <algorithm>

#include "common/base/work.hpp"
#include "common/config/options.hpp"
#include "common/prove/forever/fault_wires.hpp"
#include "master/proofs/forever_question.hpp"

namespace ldfi::app {
namespace {

/// Returns true if the search of this Fspec found a violation of the specification, false if it
/// proved that there is none, and nullopt otherwise.
std::optional<bool> violation(const Cell& cell, std::optional<std::size_t> specification) {
  if (!cell.error.empty() || cell.unfinished) return std::nullopt;
  Verdict verdict = cell.verdict;
  bool falsified = !cell.falsifiers.empty();
  if (specification) {
    if (cell.specifications.empty()) return std::nullopt;
    const SpecificationResult& one = cell.specifications.at(*specification);
    verdict = one.verdict;
    falsified = !one.falsifiers.empty();
  }
  if (falsified) return true;
  if (verdict == Verdict::certified || verdict == Verdict::vacuous) return false;
  return std::nullopt;
}

}  // namespace

EarlySearches::EarlySearches(const Task& task, std::optional<std::size_t> specification,
                             const FspecParameters& fspec, const ForeverRun& run)
    : task_(task),
      specification_(specification),
      fspec_(fspec),
      has_calm_(forever::has_calm(Fspec(fspec))),
      run_(run) {
  if (task.options.time_limit_s) seconds_left_ = (run.until - run.clock()) * early_share;
}

std::optional<int> EarlySearches::broken_at(int calm, int least) {
  const int first = std::max({calm, least, task_.options.from});
  const int last = last_early_loss + std::min(calm, most_calm);
  kept_up_to_ = 0;
  for (int eot = first; eot <= last && !ended_; ++eot) {
    const auto broken = is_broken(eot, calm);
    if (broken && *broken) return eot;
    if (broken) kept_up_to_ = eot;
    ended_ = !broken;
  }
  ended_ = true;
  return std::nullopt;
}

std::optional<bool> EarlySearches::is_broken(int eot, int calm) {
  return violation(search(eot, has_calm_ ? eot - calm : 0), specification_);
}

/// Does not keep the result of a search that the bound on work ended. If the time limit ended the search, no
/// further searches are made.
const Cell& EarlySearches::search(int eot, int eff) {
  const auto known = run_.searched->find({eot, eff});
  if (known != run_.searched->end()) return known->second;
  const double began = run_.clock();
  const double until = std::min(run_.until, began + std::max(0.0, seconds_left_));
  Cell cell = search_eot(task_, fspec_, {eot, eff}, run_, until);
  seconds_left_ -= run_.clock() - began;
  WorkBound::count();  // throws if the search ended because the bound on work was reached
  if (!cell.unfinished && cell.error.empty())
    return run_.searched->emplace(std::pair(eot, eff), std::move(cell)).first->second;
  unfinished_ = std::move(cell);
  return unfinished_;
}

}  // namespace ldfi::app
