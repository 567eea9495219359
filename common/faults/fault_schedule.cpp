#include "common/faults/fault_schedule.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include "common/base/contract.hpp"

namespace ldfi {

void FaultSchedule::start(const FaultSet& faults) {
  crashed_at_.assign(nodes_, std::numeric_limits<int>::max());
  first_crash_ = std::numeric_limits<int>::max();
  omissions_.clear();
  outages_.clear();
  partitions_.clear();
  pauses_.clear();
  dead_.clear();
  corruptions_.clear();
  write_backs_.clear();
  writes_.clear();
  delays_.clear();
  for (const Fault& fault : faults) {
    if (const auto* o = std::get_if<Omission>(&fault)) {
      LDFI_REQUIRE(o->from.index() < nodes_ && o->to.index() < nodes_,
                   "an omission at an unknown node");
      omissions_.push_back(*o);
    } else if (const auto* crash = std::get_if<Crash>(&fault)) {
      LDFI_REQUIRE(crash->node.index() < nodes_, "a crash of an unknown node");
      crashed_at_[crash->node.index()] = crash->at.tick();
      first_crash_ = std::min(first_crash_, crash->at.tick());
    } else if (const auto* outage = std::get_if<Outage>(&fault)) {
      LDFI_REQUIRE(outage->node.index() < nodes_, "an outage of an unknown node");
      outages_.push_back(*outage);
    } else if (const auto* failed = std::get_if<FailedWrite>(&fault)) {
      LDFI_REQUIRE(failed->node.index() < nodes_, "a failed write of an unknown node");
      writes_.push_back(*failed);
    } else if (const auto* dead = std::get_if<DeadDisk>(&fault)) {
      LDFI_REQUIRE(dead->node.index() < nodes_, "a dead disk of an unknown node");
      dead_.push_back(*dead);
    } else if (const auto* damage = std::get_if<Corruption>(&fault)) {
      LDFI_REQUIRE(damage->node.index() < nodes_, "a corruption at an unknown node");
      corruptions_.push_back(*damage);
    } else if (const auto* back = std::get_if<WriteBack>(&fault)) {
      LDFI_REQUIRE(back->node.index() < nodes_, "a write-back of an unknown node");
      write_backs_.push_back(*back);
    } else if (is_late(fault)) {
      const Losses of = losses(fault);
      const std::optional<FaultFact> arrives = fact_of(fault);
      LDFI_REQUIRE(of.from->index() < nodes_ && arrives->to.index() < nodes_,
                   "late messages of an unknown node");
      delays_.push_back(fault);
    } else if (const auto* pause = std::get_if<Pause>(&fault)) {
      LDFI_REQUIRE(pause->node.index() < nodes_, "a pause of an unknown node");
      pauses_.push_back(*pause);
    } else {
      partitions_.push_back(std::get<Partition>(fault));
      LDFI_REQUIRE(partitions_.back().cut.side.end() <= nodes_, "a partition of unknown nodes");
    }
  }
  std::sort(omissions_.begin(), omissions_.end(), [](const Omission& a, const Omission& b) {
    return std::tie(a.sent, a.from, a.to) < std::tie(b.sent, b.from, b.to);
  });
  at(0);
}

void FaultSchedule::at(int tick) {
  const auto begin = std::partition_point(omissions_.begin(), omissions_.end(),
                                          [&](const Omission& o) { return o.sent.tick() < tick; });
  const auto end = std::partition_point(begin, omissions_.end(),
                                        [&](const Omission& o) { return o.sent.tick() == tick; });
  tick_ = tick;
  lost_begin_ = static_cast<std::size_t>(begin - omissions_.begin());
  lost_end_ = static_cast<std::size_t>(end - omissions_.begin());
  cut_ = {};
  for (const Partition& partition : partitions_) {
    if (partition.is_on(Time(tick))) cut_ = partition.cut;
  }
  late_.clear();
  for (const Fault& fault : delays_) {
    if (first_tick(fault) == Time(tick)) late_.push_back(fault);
  }
  set_states();
  set_failing();
}

void FaultSchedule::set_states() {
  some_stop_ = false;
  restarts_.clear();
  if (outages_.empty() && pauses_.empty()) return;
  states_.assign(nodes_, {});
  const Time now(tick_);
  for (const Pause& pause : pauses_) {
    if (!pause.is_on(now)) continue;
    states_[pause.node.index()].paused = states_[pause.node.index()].quiet = some_stop_ = true;
  }
  for (const Outage& outage : outages_) {
    State& state = states_[outage.node.index()];
    state.down |= outage.is_down(now);
    state.down_next |= outage.is_down(now.next());
    state.quiet |= outage.at <= now && now < outage.up();
    some_stop_ |= state.down || state.down_next || state.quiet;
    if (outage.back == now) restarts_.push_back(outage.node);
  }
}

void FaultSchedule::set_failing() {
  failing_.clear();
  failed_.clear();
  for (const FailedWrite& write : writes_) {
    if (write.fails(Time(tick_))) failing_.emplace_back(write.node, write.relation);
    if (write.fails(Time(tick_ - 1))) failed_.emplace_back(write.node, write.relation);
  }
  for (const DeadDisk& dead : dead_) {
    if (dead.is_dead(Time(tick_ - 1))) failed_.emplace_back(dead.node, dead.relation);
  }
  corrupted_.clear();
  corrupted_before_.clear();
  for (const Corruption& damage : corruptions_) {
    if (damage.at == Time(tick_)) corrupted_.emplace_back(damage.node, damage.relation);
    if (damage.at.next() == Time(tick_)) {
      corrupted_before_.emplace_back(damage.node, damage.relation);
    }
  }
  back_.clear();
  for (const WriteBack& back : write_backs_) {
    if (back.at == Time(tick_)) back_.emplace_back(back.node, back.relation);
  }
}

bool FaultSchedule::fails(std::uint32_t node, NamedId relation) const {
  return std::find(failing_.begin(), failing_.end(), std::pair(NodeId(node), relation)) !=
         failing_.end();
}

bool FaultSchedule::is_dead(std::uint32_t node, NamedId relation) const {
  return std::any_of(dead_.begin(), dead_.end(), [&](const DeadDisk& dead) {
    return dead.node == NodeId(node) && dead.relation == relation && dead.is_dead(Time(tick_));
  });
}

bool FaultSchedule::delayed(std::uint32_t from, std::uint32_t to, NamedId relation) const {
  return std::any_of(late_.begin(), late_.end(), [&](const Fault& fault) {
    return ldfi::loses(fault, {NodeId(from), NodeId(to), Time(tick_),
                               from == to ? ChannelKind::itself : ChannelKind::message, relation});
  });
}

bool FaultSchedule::omitted(std::uint32_t from, std::uint32_t to) const {
  const auto begin = omissions_.begin() + static_cast<std::ptrdiff_t>(lost_begin_);
  const auto end = omissions_.begin() + static_cast<std::ptrdiff_t>(lost_end_);
  const auto key = std::pair(NodeId(from), NodeId(to));
  const auto it = std::lower_bound(begin, end, key, [](const Omission& o, const auto& k) {
    return std::pair(o.from, o.to) < k;
  });
  return it != end && it->from == key.first && it->to == key.second;
}

}  // namespace ldfi
