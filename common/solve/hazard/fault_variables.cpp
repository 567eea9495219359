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

/// Calls action(fault) for each kind of fault, except omissions, that can affect the messages from
/// one node to another at one tick.
template <class Action>
void for_each_message_fault(NodeId from, NodeId to, Time sent, Action action) {
  each_kind_of<Place::message>([&]<class Kind>(Kind*) {
    if constexpr (AtOneTick<Kind> && !std::same_as<Kind, Omission>) {
      action(Kind{from, to, sent});
    }
  });
}

}  // namespace

FaultVariables::FaultVariables(const Fspec& fspec, sat::Solver& solver)
    : fspec_(fspec),
      solver_(solver),
      outages_(fspec, table_, solver),
      spans_(fspec, outages_, table_, solver),
      late_(fspec, table_, solver) {
  each_kind_of<Place::cut>([&]<class Kind>(Kind*) {
    const auto take = [this](const Cut& cut, Time first, Time last, Literal variable) {
      table_.add(at_place<Kind>(cut, first, last), variable);
    };
    cuts_.of<Kind>().emplace(fspec, Kind::most(fspec.parameters()), solver, take);
  });
}

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
  limit_messages();
  limit(solver_, counted_, fspec_.limits().faults);
}

void FaultVariables::extend(std::span<const Channel> channels, std::span<const FaultFact> seen) {
  const auto fresh = channels.subspan(loss_begin_.size() - 1);
  std::vector<int> last(fspec_.node_count());
  const auto extend_to = [&last](NodeId node, Time at) {
    last[node.index()] = std::max(last[node.index()], at.tick());
  };
  for (const Channel& c : fresh) extend_to(c.from, c.sent);
  for (const FaultFact& fact : seen) extend_to(fact.node, fact.at);
  for (std::size_t n = 0; n < last.size(); ++n) spans_.mention(NodeId(n), last[n], !grows_);
  for (const Channel& c : fresh) spans_.mention(c.from, c.relation);
  for (const FaultFact& fact : seen) spans_.mention(fact.node, fact.relation);
  spans_.limit();
  for (const FaultFact& fact : seen) mention(fact);
  for (const Channel& c : fresh) {
    if (is_sent(c)) mention_late({c.from, c.to, c.sent, c.relation});
  }
  for (const Channel& c : fresh) add_channel(c);
  table_.sort();
  order_and_count();
}

/// Adds the variables of the faults that the fact is about. Defines a literal for the fact if
/// several faults can make it true.
void FaultVariables::mention(const FaultFact& fact) {
  if (fact.kind == FaultFact::Kind::late) {
    mention_late({fact.node, fact.to, fact.at, fact.relation});
    return;
  }
  for_each_message_fault(fact.node, fact.to, fact.at, [&](const auto& fault) {
    if (fact_of(fault) == fact) add_message_fault(fault);
  });
  if (facts_.contains(fact)) return;
  const std::vector<Literal> any_of = reasons(fact);
  if (any_of.size() > 1) facts_.emplace(fact, any(solver_, any_of));
}

/// Adds the variable of a fault that affects messages, unless the variable exists.
template <class Kind>
void FaultVariables::add_message_fault(const Kind& fault) {
  if (!admits(fspec_, fault) || hits_.contains(fault)) return;
  const Literal variable = solver_.new_variable();
  table_.add(fault, variable);
  hits_.emplace(fault, variable);
  std::vector<Literal> lost;
  spans_.add_losses({fault.from, fault.to, fault.sent}, lost);
  for (const Literal l : lost) solver_.add({-l, -variable});
}

/// Adds variables for faults, except omissions, that lose the messages of the channel.
void FaultVariables::add_message_faults(const Channel& c) {
  if (c.kind != ChannelKind::message) return;
  for_each_message_fault(c.from, c.to, c.sent, [&](const auto& fault) {
    if (!loses(fault, c)) return;
    add_message_fault(fault);
    if (const auto it = hits_.find(fault); it != hits_.end()) losses_.push_back(it->second);
  });
}

/// Adds clauses that forbid faults of messages which are lost anyway, or which another fault
/// affects. `losses` is the index of the channel's first literal in `losses_`.
void FaultVariables::exclude_redundant_message_faults(const Channel& c, std::size_t losses) {
  if (c.kind != ChannelKind::message) return;
  std::vector<std::pair<Fault, Literal>> hits;
  for_each_message_fault(c.from, c.to, c.sent, [&](const auto& fault) {
    if (const auto it = hits_.find(fault); it != hits_.end()) hits.push_back(*it);
  });
  for (std::size_t i = 0; i < hits.size(); ++i) {
    for (std::size_t l = losses; l < losses_.size(); ++l) {
      if (losses_[l] != hits[i].second) solver_.add({-losses_[l], -hits[i].second});
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (excludes(hits[j].first, hits[i].first) != nullptr)
        solver_.add({-hits[j].second, -hits[i].second});
    }
  }
}

/// Adds variables for delays and duplicates of the messages. Messages that are lost are neither
/// late nor duplicated.
void FaultVariables::mention_late(const LateVariables::Messages& messages) {
  const auto& [from, to, sent, relation] = messages;
  if (!late_.mention(messages)) return;
  if (const auto it = omitted_.find({from, to, sent}); it != omitted_.end()) {
    exclude_late(it->second, messages);
  }
  if (from == to) return;
  std::vector<Literal> lost;
  spans_.add_losses({from, to, sent}, lost);
  for (const Literal l : lost) exclude_late(l, messages);
}

void FaultVariables::exclude_late(Literal lost, const LateVariables::Messages& messages) {
  for (const Literal l : {late_.delayed(messages), late_.doubled(messages)}) {
    if (l != 0) solver_.add({-lost, -l});
  }
}

/// Adds the Fspec's limits on faults of messages, and on the ticks of all delays together.
void FaultVariables::limit_messages() {
  each_kind_of<Place::message>([this]<class Kind>(Kind* kind) {
    limit(solver_, counted(kind), Kind::most(fspec_.parameters()));
  });
  limit(solver_, late_.ticks_of_delays(), fspec_.delays().budget);
}

void FaultVariables::order_and_count() {
  ordered_.clear();
  counted_.clear();
  table_.each([this](const auto&, Literal variable) { ordered_.push_back(variable); });
  each_kind([&]<class Kind>(Kind* kind) {
    const std::vector<Literal> more = counted(kind);
    counted_.insert(counted_.end(), more.begin(), more.end());
  });
}

/// Returns literals for counting: the number of true ones is the number of faults of the kind.
/// Literals of faults of messages are ordered by time.
template <class Kind>
std::vector<Literal> FaultVariables::counted(Kind* kind) const {
  if constexpr (OfNodeOrDisk<Kind>) {
    return spans_.counted(kind);
  } else if constexpr (Kind::place == Place::cut) {
    return cuts_.of<Kind>()->counted();
  } else if constexpr (Late<Kind>) {
    return late_.counted(kind);
  } else {
    std::vector<std::pair<Time, Literal>> by_time;
    for (const auto& [fault, variable] : table_.all<Kind>()) {
      by_time.emplace_back(first_tick(fault), variable);
    }
    std::ranges::sort(by_time);
    std::vector<Literal> out;
    for (const auto& [at, variable] : by_time) out.push_back(variable);
    return out;
  }
}

void FaultVariables::add_channel(const Channel& c) {
  const Literal omitted = omission_of(c);
  const std::size_t begin = losses_.size();
  if (omitted != 0) losses_.push_back(omitted);
  const std::size_t first = losses_.size();
  spans_.add_losses(c, losses_);
  const auto add = [this](Literal l) {
    if (l != 0) losses_.push_back(l);
  };
  if (c.kind == ChannelKind::message) {
    add(outages_.muted(c.from, c.sent.tick()));
    each_kind_of<Place::cut>(
        [&]<class Kind>(Kind*) { add(cuts_.of<Kind>()->cut(c.from, c.to, c.sent.tick())); });
  }
  if (is_sent(c)) add(late_.delayed({c.from, c.to, c.sent, c.relation}));
  add_message_faults(c);
  if (omitted != 0) exclude_from(omitted, c, first);
  exclude_redundant_message_faults(c, begin);
  loss_begin_.push_back(losses_.size());
}

/// Returns the variable of the omission of the channel's messages. Returns 0 if they cannot be
/// omitted. An omission loses the messages of all relations, although each relation may have its
/// own channel.
Literal FaultVariables::omission_of(const Channel& c) {
  if (c.kind != ChannelKind::message || c.sent.tick() > fspec_.last_omission() ||
      !fspec_.omissible(c.from, c.to)) {
    return 0;
  }
  const Omission omission{c.from, c.to, c.sent};
  Literal known = 0;
  Literal& variable = c.relation == no_relation ? known : omitted_[omission];
  if (variable != 0) return variable;
  variable = solver_.new_variable();
  table_.add(omission, variable);
  if (c.relation == no_relation) return variable;
  for (const NamedId late : fspec_.late_units())
    exclude_late(variable, {c.from, c.to, c.sent, late});
  return variable;
}

/// Adds clauses that exclude the omission of a message which is lost anyway or arrives twice.
/// `losses` is the index of the channel's first literal in `losses_`.
void FaultVariables::exclude_from(Literal omitted, const Channel& c, std::size_t losses) {
  const Literal twice = late_.doubled({c.from, c.to, c.sent, c.relation});
  if (twice != 0) solver_.add({-omitted, -twice});
  for (std::size_t i = losses; i < losses_.size(); ++i) solver_.add({-omitted, -losses_[i]});
}

/// Returns literals. If any of them is true, the fact holds.
std::vector<Literal> FaultVariables::reasons(const FaultFact& fact) const {
  std::vector<Literal> out;
  spans_.add_reasons(fact, out);
  if (const Literal outage = outages_.literal(fact)) out.push_back(outage);
  for_each_message_fault(fact.node, fact.to, fact.at, [&](const auto& fault) {
    const auto it = fact_of(fault) == fact ? hits_.find(fault) : hits_.end();
    if (it != hits_.end()) out.push_back(it->second);
  });
  return out;
}

Literal FaultVariables::literal(const FaultFact& fact) const {
  if (fact.kind == FaultFact::Kind::late) {
    return late_.arrives({fact.node, fact.to, fact.at, fact.relation}, fact.ticks);
  }
  if (const auto it = facts_.find(fact); it != facts_.end()) return it->second;
  const std::vector<Literal> only = reasons(fact);
  LDFI_REQUIRE(only.size() == 1,
               "the fact has exactly one variable, as facts about faults that rules read have");
  return only.front();
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
