#include "common/failures/coverage.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace ldfi::failures {
namespace {

std::uint32_t place_at(const FaultSet& faults, Moment at) {
  return 1 + static_cast<std::uint32_t>(std::ranges::count_if(
                 faults, [at](const Fault& one) { return moment_of(one) < at; }));
}

FaultSet without(const FaultSet& faults, const Fault& one) {
  std::vector<Fault> rest = faults.faults();
  std::erase(rest, one);
  return FaultSet(std::move(rest));
}

/// A set of pairs of different numbers below `size`, with one bit for each possible pair.
class PairSet {
 public:
  explicit PairSet(std::size_t size) : bits_(size * (size - (size > 0 ? 1 : 0)) / 2) {}
  void add(std::size_t a, std::size_t b) {
    if (a == b) return;
    if (a < b) std::swap(a, b);
    bits_[a * (a - 1) / 2 + b] = true;
  }
  [[nodiscard]] std::size_t size() const { return bits_.size(); }
  [[nodiscard]] bool at(std::size_t i) const { return bits_[i]; }

 private:
  std::vector<bool> bits_;
};

}  // namespace

CoveredRun covered_by(std::uint64_t execution, const FaultSet& faults,
                      const std::function<const FailurePoints&(const FaultSet&)>& points_of) {
  CoveredRun out;
  out.execution = execution;
  out.faults = faults.size();
  for (const Fault& one : faults) {
    const Found found = points_of(without(faults, one)).find(one);
    if (found.ids.empty()) ++out.idle;
    const std::uint32_t place = place_at(without(faults, one), found.at);
    for (const FailureId& id : found.ids) out.exercised.push_back({id, place});
  }
  for (const Offer& offer : points_of(faults).offers()) {
    for (const FailureId& id : offer.ids) out.offered.push_back({id, place_at(faults, offer.at)});
  }
  return out;
}

std::uint64_t Coverage::faults() const {
  std::uint64_t out = 0;
  for (const CoveredRun& run : runs_) out += run.faults;
  return out;
}

std::uint64_t Coverage::idle() const {
  std::uint64_t out = 0;
  for (const CoveredRun& run : runs_) out += run.idle;
  return out;
}

std::vector<CoveredId> Coverage::ids() const {
  std::map<FailureId, CoveredId> found;
  const auto see = [&](const CoveredRun& run, const Met& met) -> CoveredId& {
    CoveredId& one = found[met.id];
    if (one.place == 0 || met.place < one.place) {
      one.place = met.place;
      one.witness = run.execution;
    }
    return one;
  };
  for (const CoveredRun& run : runs_) {
    std::set<FailureId> exercised;
    std::set<FailureId> offered;
    for (const Met& met : run.exercised) {
      if (exercised.insert(met.id).second) ++see(run, met).exercised;
    }
    for (const Met& met : run.offered) {
      CoveredId& one = see(run, met);
      if (!exercised.contains(met.id) && offered.insert(met.id).second) ++one.offered;
    }
  }
  std::vector<CoveredId> out;
  for (auto& [id, one] : found) {
    out.push_back(std::move(one));
    out.back().id = id;
  }
  return out;
}

Pairs Coverage::pairs() const {
  std::map<FailureId, std::size_t> index;
  for (const CoveredId& one : ids()) index.emplace(one.id, index.size());
  PairSet exercised(index.size());
  PairSet offered(index.size());
  for (const CoveredRun& run : runs_) {
    for (const Met& one : run.exercised) {
      const std::size_t i = index.at(one.id);
      for (const Met& other : run.exercised) exercised.add(i, index.at(other.id));
      for (const Met& other : run.offered) offered.add(i, index.at(other.id));
    }
  }
  Pairs out;
  out.all = exercised.size();
  for (std::size_t i = 0; i < exercised.size(); ++i) {
    if (exercised.at(i)) {
      ++out.exercised;
    } else if (offered.at(i)) {
      ++out.offered;
    } else {
      ++out.never_met;
    }
  }
  return out;
}

}  // namespace ldfi::failures
