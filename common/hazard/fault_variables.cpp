#include "common/hazard/fault_variables.hpp"

#include <algorithm>

#include "common/core/contract.hpp"

namespace ldfi::hazard {

using ground::Channel;
using sat::Literal;

FaultVariables::FaultVariables(const Fspec& fspec, std::span<const Channel> channels,
                               sat::Solver& solver)
    : fspec_(fspec), solver_(solver) {
  add_crashes();
  extend(channels);
}

void FaultVariables::extend(std::span<const Channel> channels) {
  const auto known = static_cast<std::ptrdiff_t>(omission_.size());
  for (const Channel& c : channels.subspan(losses_.size())) add_channel(c);
  const auto added = omission_.begin() + known;
  std::sort(added, omission_.end());
  std::inplace_merge(omission_.begin(), added, omission_.end());
  ordered_.clear();
  for (const auto& [omission, variable] : omission_) ordered_.push_back(variable);
  for (const auto& ticks : crash_) {
    for (std::size_t t = 1; t < ticks.size(); ++t) ordered_.push_back(ticks[t]);
  }
  std::vector<std::pair<Time, Literal>> by_time;
  for (const auto& [omission, variable] : omission_) by_time.emplace_back(omission.sent, variable);
  std::sort(by_time.begin(), by_time.end());
  counted_.clear();
  for (const auto& [sent, variable] : by_time) counted_.push_back(variable);
  for (const auto& ticks : crashed_by_) counted_.push_back(ticks.back());
}

void FaultVariables::add_crashes() {
  if (fspec_.crashes() == 0) return;
  const auto eot = static_cast<std::size_t>(fspec_.eot());
  std::vector<Literal> ever;
  for (std::size_t n = 0; n < fspec_.node_count(); ++n) {
    auto& by = crashed_by_.emplace_back(eot + 1, 0);
    auto& at = crash_.emplace_back(eot + 1, 0);
    for (std::size_t t = 1; t <= eot; ++t) {
      by[t] = solver_.new_variable();
      at[t] = t == 1 ? by[t] : solver_.new_variable();
      if (t == 1) continue;
      solver_.add({-by[t - 1], by[t]});
      solver_.add({-at[t], by[t]});
      solver_.add({-at[t], -by[t - 1]});
      solver_.add({at[t], -by[t], by[t - 1]});
    }
    ever.push_back(by[eot]);
  }
  const auto most = static_cast<std::size_t>(fspec_.crashes());
  if (most < fspec_.node_count())
    solver_.add({-Counter(solver_, ever, most + 1).at_least(most + 1)});
}

void FaultVariables::add_channel(const Channel& c) {
  auto& losses = losses_.emplace_back();
  const auto t = static_cast<std::size_t>(c.sent.tick());
  if (c.from != c.to && c.sent.tick() <= fspec_.last_omission()) {
    const Literal o = solver_.new_variable();
    omission_.emplace_back(Omission{c.from, c.to, c.sent}, o);
    losses.add(o);
    if (fspec_.crashes() > 0) solver_.add({-o, -crashed_by_[c.from.index()][t]});
  }
  if (fspec_.crashes() > 0) losses.add(crashed_by_[c.from.index()][t]);
}

Literal FaultVariables::crash(NodeId node, Time at) const {
  return crash_[node.index()][static_cast<std::size_t>(at.tick())];
}

FaultSet FaultVariables::model(const sat::Solver& solver) const {
  std::vector<Omission> omissions;
  std::vector<Crash> crashes;
  for (const auto& [omission, variable] : omission_) {
    if (solver.value(variable)) omissions.push_back(omission);
  }
  for (std::uint32_t n = 0; n < crash_.size(); ++n) {
    for (std::size_t t = 1; t < crash_[n].size(); ++t) {
      if (solver.value(crash_[n][t])) crashes.push_back({NodeId(n), Time(static_cast<int>(t))});
    }
  }
  return {std::move(omissions), std::move(crashes)};
}

std::vector<Literal> FaultVariables::literals(const FaultSet& faults) const {
  std::vector<Literal> out;
  for (const Omission& o : faults.omissions()) {
    const auto it = std::lower_bound(omission_.begin(), omission_.end(), OmissionVariable(o, 0));
    LDFI_REQUIRE(it != omission_.end() && it->first == o, "an omission that the universe knows");
    out.push_back(it->second);
  }
  for (const Crash& c : faults.crashes()) out.push_back(crash(c.node, c.at));
  return out;
}

}  // namespace ldfi::hazard
