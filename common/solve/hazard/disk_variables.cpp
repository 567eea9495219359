#include "common/solve/hazard/disk_variables.hpp"

#include <algorithm>

#include "common/solve/hazard/counter.hpp"
#include "common/solve/hazard/define.hpp"
#include "common/solve/hazard/intervals.hpp"

namespace ldfi::hazard {

using sat::Literal;

void DiskVariables::mention(NodeId node, NamedId relation) {
  if (!fspec_.has_disk(node, relation)) return;
  const auto [it, added] = disks_.try_emplace({node, relation});
  if (!added) return;
  add_deaths(node, relation, it->second);
  add_failed_writes(node, relation, it->second);
  add_corruptions(node, relation, it->second);
  add_write_backs(node, relation, it->second);
}

/// Tick by tick: it is dead if it was, or dies now.
void DiskVariables::add_deaths(NodeId node, NamedId relation, Disk& disk) {
  if (!fspec_.may_die(node, relation, Time(1))) return;
  disk.dead.resize(static_cast<std::size_t>(fspec_.eot()) + 1);
  Literal before = 0;
  for (int t = 1; t <= fspec_.eot(); ++t) {
    const Literal one = solver_.new_variable();
    table_.add(DeadDisk{node, relation, Time(t)}, one);
    if (before != 0) solver_.add({-one, -before});
    before = before == 0 ? one : any(solver_, {before, one});
    disk.dead[static_cast<std::size_t>(t)] = before;
  }
  died_.push_back(before);
}

/// Writes fail only where something is written.
void DiskVariables::add_failed_writes(NodeId node, NamedId relation, Disk& disk) {
  if (!fspec_.may_fail(node, relation, Time(1))) return;
  Intervals intervals = add_intervals(solver_, fspec_.last_omission());
  for (const auto& [first, last, variable] : intervals.all) {
    table_.add(FailedWrite{node, relation, Time(first), Time(last)}, variable);
  }
  begins_.insert(begins_.end(), intervals.begins.begin(), intervals.begins.end());
  disk.fails = std::move(intervals.on);
  for (std::size_t t = 1; t < disk.fails.size(); ++t) {
    const int tick = static_cast<int>(t);
    for (const Literal idle : {outages_.down(node, tick), pauses_.paused(node, tick),
                               disk.dead.empty() ? 0 : disk.dead[t]}) {
      if (idle != 0) solver_.add({-disk.fails[t], -idle});
    }
  }
}

/// Nothing is read back where the node does not run, or the disk is dead.
void DiskVariables::add_corruptions(NodeId node, NamedId relation, const Disk& disk) {
  for (int t = 1; fspec_.may_corrupt(node, relation, Time(t)); ++t) {
    const Literal one = solver_.new_variable();
    table_.add(Corruption{node, relation, Time(t)}, one);
    damaged_.push_back(one);
    for (const Literal idle : {outages_.down(node, t), pauses_.paused(node, t),
                               disk.dead.empty() ? 0 : disk.dead[static_cast<std::size_t>(t)]}) {
      if (idle != 0) solver_.add({-one, -idle});
    }
  }
}

/// Nothing is written back where nothing is written.
void DiskVariables::add_write_backs(NodeId node, NamedId relation, const Disk& disk) {
  for (int t = 1; fspec_.may_write_back(node, relation, Time(t)); ++t) {
    const auto now = static_cast<std::size_t>(t);
    const Literal one = solver_.new_variable();
    table_.add(WriteBack{node, relation, Time(t)}, one);
    back_.push_back(one);
    for (const Literal idle :
         {outages_.down(node, t), pauses_.paused(node, t), disk.dead.empty() ? 0 : disk.dead[now],
          disk.fails.empty() ? 0 : disk.fails[now]}) {
      if (idle != 0) solver_.add({-one, -idle});
    }
  }
}

void DiskVariables::limit(const std::vector<Literal>& literals, int most, std::size_t& limited) {
  const auto bound = static_cast<std::size_t>(most);
  if (literals.size() <= std::max(bound, limited)) return;
  limited = literals.size();
  at_most(solver_, literals, bound);
}

void DiskVariables::limit() {
  limit(begins_, fspec_.disk().write, limited_writes_);
  limit(died_, fspec_.disk().dead, limited_deaths_);
  limit(damaged_, fspec_.disk().corrupt, limited_damages_);
  limit(back_, fspec_.disk().writeback, limited_backs_);
}

std::vector<Literal> DiskVariables::counted() const {
  std::vector<Literal> out = begins_;
  out.insert(out.end(), died_.begin(), died_.end());
  out.insert(out.end(), damaged_.begin(), damaged_.end());
  out.insert(out.end(), back_.begin(), back_.end());
  return out;
}

Literal DiskVariables::at(NodeId node, NamedId relation, std::vector<Literal> Disk::*row,
                          int tick) const {
  const auto it = disks_.find({node, relation});
  const auto t = static_cast<std::size_t>(std::max(tick, 0));
  return it == disks_.end() || t >= (it->second.*row).size() ? 0 : (it->second.*row)[t];
}

Literal DiskVariables::fails(NodeId node, NamedId relation, int tick) const {
  return at(node, relation, &Disk::fails, tick);
}

Literal DiskVariables::dead(NodeId node, NamedId relation, int tick) const {
  return at(node, relation, &Disk::dead, tick);
}

Literal DiskVariables::stands_still(NodeId node, NamedId relation, int tick) {
  const auto [it, added] = still_.try_emplace({node, relation, tick}, 0);
  if (!added) return it->second;
  std::vector<Literal> reasons{fails(node, relation, tick), outages_.down(node, tick),
                               pauses_.paused(node, tick)};
  std::erase(reasons, 0);
  return it->second = any(solver_, reasons);
}

void DiskVariables::mention_error(NodeId node, NamedId relation, int tick) {
  const auto [it, added] = errors_.try_emplace({node, relation, tick}, 0);
  if (!added) return;
  std::vector<Literal> reasons{fails(node, relation, tick - 1), dead(node, relation, tick - 1)};
  std::erase(reasons, 0);
  it->second = any(solver_, reasons);
}

Literal DiskVariables::error(NodeId node, NamedId relation, int tick) const {
  const auto it = errors_.find({node, relation, tick});
  return it == errors_.end() ? 0 : it->second;
}

}  // namespace ldfi::hazard
