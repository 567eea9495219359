#include "common/solve/hazard/fault_variables.hpp"

#include <algorithm>

#include "common/base/contract.hpp"
#include "common/solve/hazard/define.hpp"

namespace ldfi::hazard {

using sat::Literal;

namespace {

void limit(sat::Solver& solver, const std::vector<Literal>& counted, std::optional<int> most) {
  if (most) at_most(solver, counted, static_cast<std::size_t>(*most));
}

}  // namespace

FaultVariables::FaultVariables(const ground::Universe& universe, sat::Solver& solver,
                               ground::Extent extent)
    : FaultVariables(universe.fspec(), solver) {
  std::vector<FaultFact> seen;
  const bool all = extent == ground::Extent::everything;
  const std::size_t facts = all ? universe.fact_count() : universe.cone();
  for (std::uint32_t f = 0; f < facts; ++f) {
    if (universe.info(FactId(f)).kind != ground::FactKind::fault) continue;
    seen.push_back(universe.fault_fact(FactId(f)));
  }
  grows_ = false;
  extend(universe.channels(), seen);
  std::vector<Literal> omitted;
  for (const auto& [omission, variable] : table_.all<Omission>()) omitted.push_back(variable);
  limit(solver_, omitted, fspec_.limits().omissions);
  limit_late();
  limit(solver_, counted_, fspec_.limits().faults);
}

void FaultVariables::extend(std::span<const Channel> channels, std::span<const FaultFact> seen) {
  const auto fresh = channels.subspan(losses_.size());
  if (fspec_.may_crash() && !stops()) {
    std::vector<int> last(nodes_.size());
    const auto mention = [&last](NodeId node, Time at) {
      last[node.index()] = std::max(last[node.index()], at.tick());
    };
    for (const Channel& c : fresh) {
      if (fspec_.crashable(c.from)) mention(c.from, c.sent);
    }
    for (const FaultFact& fact : seen) mention(fact.node, fact.at);
    for (std::size_t n = 0; n < last.size(); ++n) add_crashes(NodeId(n), last[n]);
    limit_crashes();
  }
  for (const FaultFact& fact : seen) {
    if (fact.kind == FaultFact::Kind::late)
      mention_late({fact.node, fact.to, fact.at, fact.relation});
  }
  for (const Channel& c : fresh) {
    if (is_sent(c)) mention_late({c.from, c.to, c.sent, c.relation});
  }
  if (!fspec_.disk().none()) {
    for (const Channel& c : fresh) disks_.mention(c.from, c.relation);
    for (const FaultFact& fact : seen) disks_.mention(fact.node, fact.relation);
  }
  for (const FaultFact& fact : seen) {
    if (fact.kind == FaultFact::Kind::quiet) mention_quiet(fact.node, fact.at.tick());
    if (fact.kind == FaultFact::Kind::ioerror) {
      disks_.mention_error(fact.node, fact.relation, fact.at.tick());
    }
  }
  disks_.limit();
  for (const Channel& c : fresh) add_channel(c);
  table_.sort();
  order_and_count();
}

/// What a node sends once it has crashed never leaves it.
void FaultVariables::mention_late(const LateVariables::Messages& messages) {
  const auto& [from, to, sent, relation] = messages;
  if (!late_.mention(messages)) return;
  if (const auto it = omitted_.find({from, to, sent}); it != omitted_.end()) {
    exclude_late(it->second, messages);
  }
  if (!fspec_.may_crash() || stops() || !fspec_.crashable(from) || from == to) return;
  const Literal crashed = nodes_[from.index()].by[static_cast<std::size_t>(sent.tick())];
  for (const Literal l : {late_.delayed(messages), late_.doubled(messages)}) {
    if (l != 0) solver_.add({-l, -crashed});
  }
}

/// What is lost is not late, nor does it come twice.
void FaultVariables::exclude_late(Literal omitted, const LateVariables::Messages& messages) {
  for (const Literal l : {late_.delayed(messages), late_.doubled(messages)}) {
    if (l != 0) solver_.add({-omitted, -l});
  }
}

void FaultVariables::limit_late() {
  const Delays& delays = fspec_.delays();
  limit(solver_, late_.counted_delays(), delays.count);
  limit(solver_, late_.ticks_of_delays(), delays.budget);
  limit(solver_, late_.counted_duplicates(), delays.duplicates);
}

void FaultVariables::order_and_count() {
  ordered_.clear();
  counted_.clear();
  table_.each([this](const auto&, Literal variable) { ordered_.push_back(variable); });
  std::vector<std::pair<Time, Literal>> by_time;
  for (const auto& [omission, variable] : table_.all<Omission>())
    by_time.emplace_back(omission.sent, variable);
  std::sort(by_time.begin(), by_time.end());
  for (const auto& [sent, variable] : by_time) counted_.push_back(variable);
  for (const Node& node : nodes_) {
    if (node.ever != 0) counted_.push_back(node.ever);
  }
  counted_.insert(counted_.end(), outages_.counted().begin(), outages_.counted().end());
  counted_.insert(counted_.end(), partitions_.counted().begin(), partitions_.counted().end());
  counted_.insert(counted_.end(), pauses_.counted().begin(), pauses_.counted().end());
  for (const auto& late : {late_.counted_delays(), late_.counted_duplicates()}) {
    counted_.insert(counted_.end(), late.begin(), late.end());
  }
  const std::vector<Literal> of_disks = disks_.counted();
  counted_.insert(counted_.end(), of_disks.begin(), of_disks.end());
}

void FaultVariables::add_crashes(NodeId node, int last) {
  auto& [by, ever] = nodes_[node.index()];
  const std::size_t before = by.size();
  for (std::size_t t = before; t <= static_cast<std::size_t>(last); ++t) {
    by.push_back(solver_.new_variable());
    const Literal here = t == 1 ? by[t] : solver_.new_variable();
    table_.add(Crash{node, Time(static_cast<int>(t))}, here);
    if (t == 1) continue;
    solver_.add({-by[t - 1], by[t]});
    solver_.add({-here, by[t]});
    solver_.add({-here, -by[t - 1]});
    solver_.add({here, -by[t], by[t - 1]});
  }
  if (by.size() == before) return;
  if (!grows_) {
    ever = by.back();
    return;
  }
  if (ever == 0) ever = solver_.new_variable();
  solver_.add({-by.back(), ever});
}

/// Counts anew once more nodes have crash variables.
void FaultVariables::limit_crashes() {
  std::vector<Literal> ever;
  for (const Node& node : nodes_) {
    if (node.ever != 0) ever.push_back(node.ever);
  }
  const auto most = static_cast<std::size_t>(fspec_.crashes());
  if (ever.size() <= std::max(most, limited_)) return;
  limited_ = ever.size();
  at_most(solver_, ever, most);
}

void FaultVariables::add_channel(const Channel& c) {
  Losses& losses = losses_.emplace_back();
  const int t = c.sent.tick();
  switch (c.kind) {
    case ChannelKind::message:
    case ChannelKind::memory: {
      const bool message = c.kind == ChannelKind::message;
      if (fspec_.may_crash() && !stops() && fspec_.crashable(c.from)) {
        losses.add(nodes_[c.from.index()].by[static_cast<std::size_t>(t)]);
      }
      losses.add(outages_.down(c.from, t));
      losses.add(pauses_.paused(c.from, t));
      if (message) losses.add(outages_.muted(c.from, t));
      losses.add(outages_.down(c.to, t + 1));
      if (message) losses.add(partitions_.cut(c.from, c.to, t));
      if (message) losses.add(late_.delayed({c.from, c.to, c.sent, c.relation}));
      if (message && t <= fspec_.last_omission() && fspec_.omissible(c.from, c.to)) {
        add_omission({c.from, c.to, c.sent}, c.relation, losses);
      }
      break;
    }
    case ChannelKind::itself:
      losses.add(late_.delayed({c.from, c.to, c.sent, c.relation}));
      break;
    case ChannelKind::stay:
      losses.add(outages_.down(c.from, t));
      losses.add(outages_.down(c.from, t + 1));
      break;
    case ChannelKind::write:
      losses.add(outages_.down(c.from, t));
      losses.add(pauses_.paused(c.from, t));
      losses.add(disks_.fails(c.from, c.relation, t));
      losses.add(disks_.dead(c.from, c.relation, t));
      break;
    case ChannelKind::keep:
      losses.add(-disks_.stands_still(c.from, c.relation, t));
      losses.add(disks_.dead(c.from, c.relation, t));
      break;
    case ChannelKind::copy:
      losses.add(disks_.dead(c.from, c.relation, t));
      break;
  }
}

/// It is the first of the channel's losses, and excludes the others: what is lost anyway is not
/// omitted. It loses the messages of all relations.
void FaultVariables::add_omission(const Omission& omission, NamedId relation, Losses& losses) {
  Literal o = 0;
  if (relation == no_relation) {
    o = solver_.new_variable();
    table_.add(omission, o);
  } else {
    Literal& known = omitted_[omission];
    if (known == 0) {
      known = solver_.new_variable();
      table_.add(omission, known);
      for (const NamedId late : fspec_.late_units()) {
        exclude_late(known, {omission.from, omission.to, omission.sent, late});
      }
    }
    o = known;
  }
  const LateVariables::Messages messages{omission.from, omission.to, omission.sent, relation};
  if (const Literal twice = late_.doubled(messages)) solver_.add({-o, -twice});
  Losses all;
  all.add(o);
  for (std::size_t i = 0; i < losses.count; ++i) {
    solver_.add({-o, -losses.literals[i]});
    all.add(losses.literals[i]);
  }
  losses = all;
}

/// Makes the literal of a node that sends nothing: it is down, muted or paused.
void FaultVariables::mention_quiet(NodeId node, int tick) {
  if (!stops()) return;
  const auto [it, added] = quiet_.try_emplace({node, tick}, 0);
  if (!added) return;
  std::vector<Literal> reasons{outages_.down(node, tick), outages_.muted(node, tick),
                               pauses_.paused(node, tick)};
  std::erase(reasons, 0);
  it->second = any(solver_, reasons);
}

Literal FaultVariables::quiet(NodeId node, int tick) const {
  const auto it = quiet_.find({node, tick});
  return it == quiet_.end() ? 0 : it->second;
}

Literal FaultVariables::literal(const FaultFact& fact) const {
  if (fact.kind == FaultFact::Kind::ioerror) {
    return disks_.error(fact.node, fact.relation, fact.at.tick());
  }
  if (fact.kind == FaultFact::Kind::corrupted) {
    return literal(Corruption{fact.node, fact.relation, fact.at});
  }
  if (fact.kind == FaultFact::Kind::corrupt) {
    return literal(Corruption{fact.node, fact.relation, Time(fact.at.tick() - 1)});
  }
  if (fact.kind == FaultFact::Kind::writeback) {
    return literal(WriteBack{fact.node, fact.relation, fact.at});
  }
  if (fact.kind == FaultFact::Kind::late) {
    return late_.arrives({fact.node, fact.to, fact.at, fact.relation}, fact.ticks);
  }
  if (fact.kind == FaultFact::Kind::paused) return pauses_.paused(fact.node, fact.at.tick());
  if (!stops()) {
    if (fact.kind == FaultFact::Kind::crash) return literal(Crash{fact.node, fact.at});
    return nodes_[fact.node.index()].by.at(static_cast<std::size_t>(fact.at.tick()));
  }
  const Literal out = fact.kind == FaultFact::Kind::quiet ? quiet(fact.node, fact.at.tick())
                                                          : outages_.literal(fact);
  LDFI_REQUIRE(out != 0, "a fact that some fault makes hold");
  return out;
}

std::vector<std::pair<Fault, Literal>> FaultVariables::named() const {
  std::vector<std::pair<Fault, Literal>> out;
  table_.each([&out](const auto& fault, Literal variable) { out.emplace_back(fault, variable); });
  return out;
}

FaultSet FaultVariables::model(const sat::Solver& solver) const {
  std::vector<Fault> out;
  table_.each([&](const auto& fault, Literal variable) {
    if (solver.value(variable)) out.emplace_back(fault);
  });
  return FaultSet(std::move(out));
}

std::vector<Literal> FaultVariables::contained(const FaultSet& faults) const {
  std::vector<Literal> out;
  for (const Fault& fault : faults) {
    const auto* delay = std::get_if<Delay>(&fault);
    out.push_back(delay == nullptr ? literal(fault) : late_.at_least(*delay));
  }
  return out;
}

std::vector<Literal> FaultVariables::literals(const FaultSet& faults) const {
  std::vector<Literal> out;
  for (const Fault& fault : faults) out.push_back(literal(fault));
  return out;
}

}  // namespace ldfi::hazard
