#include "common/minimise/programs/delivery_formula.hpp"

#include <algorithm>

namespace ldfi::minimise {

using dedalus::Carrier;
using dedalus::RuleKind;
using sat::Literal;

Fspec pending_world(const Fspec& fspec, const std::vector<Fault>& crashes) {
  FspecParameters out = fspec.parameters();
  out.eff = out.eot - 1;
  out.eff_mode = EffMode::inclusive;
  out.limits = {};
  out.restarts = static_cast<int>(
      std::ranges::count_if(crashes, [](const Fault& crash) { return restart_of(crash) > 0; }));
  out.crashes = static_cast<int>(crashes.size()) - out.restarts;
  out.crashable.clear();
  for (const Fault& crash : crashes) {
    const std::string& name = fspec.name(*crashed_node(crash));
    if (std::ranges::find(out.crashable, name) == out.crashable.end())
      out.crashable.push_back(name);
  }
  return Fspec(std::move(out));
}

DeliveryFormula::DeliveryFormula(const ground::Universe& universe, const Fspec& fspec,
                                 const std::vector<Fault>& crashes, sat::Solver& solver)
    : u_(universe),
      fspec_(fspec),
      solver_(solver),
      circuits_(universe, solver, ground::Extent::everything),
      clauses_(solver) {
  circuits_.expand_everything();
  fix(crashes);
  limit_faults(crashes.size());
  count_messages();
  if (fspec.delays().fifo) keep_order();
}

/// Adds clauses: exactly these crashes happen, and no delays and duplicates that the Fspec does not
/// admit.
void DeliveryFormula::fix(const std::vector<Fault>& crashes) {
  for (const auto& [fault, variable] : circuits_.faults().named()) {
    if (crashed_node(fault)) {
      const bool happens = std::ranges::find(crashes, fault) != crashes.end();
      solver_.add({happens ? variable : -variable});
    } else if (const auto* lost = std::get_if<Omission>(&fault)) {
      fate(lost->from, lost->to, lost->sent).pending = variable;
    } else if (const auto* late = std::get_if<Delay>(&fault)) {
      fate(late->from, late->to, late->sent)
          .apart[late->relation]
          .late.emplace_back(late->late, variable);
      if (!fspec_.may_delay(late->from, late->to, late->sent, late->late)) {
        solver_.add({-variable});
      }
    } else if (const auto* twice = std::get_if<Duplicate>(&fault)) {
      fate(twice->from, twice->to, twice->sent)
          .apart[twice->relation]
          .again.emplace_back(twice->late, variable);
      if (!fspec_.may_duplicate(twice->from, twice->to, twice->sent, twice->late)) {
        solver_.add({-variable});
      }
    }
  }
}

/// Adds clauses that limit the number of all faults together. Pending messages are not faults.
void DeliveryFormula::limit_faults(std::size_t crashes) {
  if (!fspec_.limits().faults) return;
  std::vector<Literal> counted;
  for (const auto& [sent, fate] : fates_) {
    for (const auto& [relation, lateness] : fate.apart) {
      each_late(lateness, [&](Literal variable) { counted.push_back(variable); });
    }
  }
  const auto most = static_cast<std::size_t>(*fspec_.limits().faults);
  const std::size_t bound = most - std::min(most, crashes) + 1;
  if (counted.size() < bound) return;
  solver_.add({-hazard::Counter(solver_, counted, bound).at_least(bound)});
}

/// Adds a literal for each message that may arrive. A message is identified by its sender, its
/// tick, and the fact that it makes hold, which names the receiver. The rules of late.hpp make
/// messages late.
void DeliveryFormula::count_messages() {
  std::map<std::tuple<NodeId, FactId, int>, Literal> messages;
  for (std::uint32_t f = 0; f < u_.fact_count(); ++f) {
    for (const InstanceId i : u_.instances_of(FactId(f))) {
      const ground::InstanceRow& row = u_.instance(i);
      const dedalus::Rule& rule = u_.program().rule(row.rule);
      const RelationId head(u_.info(row.head).space);
      const bool departs = rule.carrier == Carrier::depart;
      if (departs ? u_.program().relation(*u_.program().relation(head).late_of).event.has_value()
                  : rule.kind != RuleKind::async || rule.made) {
        continue;
      }
      std::vector<Literal> body = circuits_.premises(i);
      std::optional<Channel> channel;
      if (departs) {
        for (const ground::Premise p : u_.premises(i)) {
          if (u_.info(p.fact()).kind != ground::FactKind::fault) continue;
          const FaultFact fact = u_.fault_fact(p.fact());
          if (fact.kind == FaultFact::Kind::late) channel = Channel{fact.node, fact.to, fact.at};
        }
      } else if (row.channel != ground::no_channel) {
        channel = u_.channels()[row.channel.index()];
        if (channel->kind != ChannelKind::message) continue;
      }
      if (!channel || channel->from == channel->to) continue;
      Fate& sent = fate(channel->from, channel->to, channel->sent);
      if (sent.sent == 0) sent.sent = solver_.new_variable(), sent.arrives = solver_.new_variable();
      if (!departs) {
        clauses_.imply(body, sent.sent);
        for (const Literal loss : circuits_.faults().losses(row.channel)) body.push_back(-loss);
      }
      Literal& arrives = messages[{channel->from, row.head, channel->sent.tick()}];
      if (arrives == 0) {
        arrives = solver_.new_variable();
        arrivals_.push_back(arrives);
        solver_.add({-arrives, sent.arrives});
      }
      clauses_.imply(body, arrives);
    }
  }
}

/// Adds clauses for fifo channels: no message overtakes an earlier pending message that may not be
/// lost.
void DeliveryFormula::keep_order() {
  std::map<std::pair<NodeId, NodeId>, Literal> waits;
  for (auto& [sent, fate] : fates_) {  // in the order of sending
    if (fate.sent == 0) continue;
    const Literal before = waits[{sent.from, sent.to}];
    if (before != 0) solver_.add({-before, -fate.arrives});
    if (fspec_.admits(FaultSet({Omission{sent.from, sent.to, sent.sent}}))) continue;
    const Literal now = solver_.new_variable();
    if (before != 0) solver_.add({-before, now});
    if (fate.pending != 0) solver_.add({-fate.sent, -fate.pending, now});
    waits[{sent.from, sent.to}] = now;
  }
}

std::vector<Literal> DeliveryFormula::question(std::uint64_t most) {
  std::vector<Literal> out;
  if (const auto violated = circuits_.violation()) out.push_back(*violated);
  if (most >= arrivals_.size()) return out;
  const auto bound = static_cast<std::size_t>(most) + 1;
  if (!counter_) counter_.emplace(solver_, arrivals_, bound);
  counter_->extend(bound);
  out.push_back(-counter_->at_least(bound));
  return out;
}

void DeliveryFormula::each_late(const Lateness& lateness,
                                const std::function<void(Literal)>& visit) {
  for (const auto& [ticks, variable] : lateness.late) visit(variable);
  for (const auto& [ticks, variable] : lateness.again) visit(variable);
}

std::vector<Literal> DeliveryFormula::choices() const {
  std::vector<Literal> late;
  std::vector<Literal> pending;
  for (const auto& [sent, fate] : fates_) {
    for (const auto& [relation, lateness] : fate.apart) {
      each_late(lateness, [&late](Literal variable) { late.push_back(-variable); });
    }
    if (fate.pending != 0) pending.push_back(-fate.pending);
  }
  late.insert(late.end(), pending.begin(), pending.end());
  return late;
}

DeliveryFormula::Model DeliveryFormula::model() const {
  Model out;
  const auto holds = [this](const auto& late) { return solver_.value(late.second); };
  for (const auto& [sent, fate] : fates_) {
    const auto literal = [&](Literal variable) {
      const bool value = solver_.value(variable);
      out.values[variable] = value;
      return value ? variable : -variable;
    };
    std::vector<Literal> of_all;
    if (fate.pending != 0) of_all.push_back(literal(fate.pending));
    const bool own = sent.from == sent.to;
    const bool arrives = own || (fate.pending != 0 && of_all.front() < 0);
    if (arrives && !own && !fate.apart.contains(no_relation)) out.deliveries.push_back(sent);
    for (const auto& [relation, lateness] : fate.apart) {
      Delivery one = sent;
      one.relation = relation;
      std::vector<Literal>& literals = out.fates[one];
      each_late(lateness, [&](Literal variable) { literals.push_back(literal(variable)); });
      literals.insert(literals.end(), of_all.begin(), of_all.end());
      if (!arrives) continue;
      const auto late = std::ranges::find_if(lateness.late, holds);
      const auto again = std::ranges::find_if(lateness.again, holds);
      one.late = late == lateness.late.end() ? 0 : late->first;
      const bool twice = again != lateness.again.end();
      const bool goes_without_saying = own || relation != no_relation;
      if (one.late > 0 || twice || !goes_without_saying) out.deliveries.push_back(one);
      if (!twice) continue;
      one.late = again->first;
      out.deliveries.push_back(one);
    }
    out.fates.try_emplace(sent, of_all);
  }
  return out;
}

const std::vector<Literal>* DeliveryFormula::Model::fate_of(const Sent& sent) const {
  auto it = fates.find(sent);
  if (it == fates.end()) it = fates.find({sent.sent, sent.from, sent.to});
  return it == fates.end() ? nullptr : &it->second;
}

void DeliveryFormula::exclude(const Model& model, const std::vector<Sent>& sent) {
  std::vector<Literal> clause;
  for (const Sent& one : sent) {
    const std::vector<Literal>* fate = model.fate_of(one);
    if (fate == nullptr) continue;
    for (const Literal l : *fate) clause.push_back(-l);
  }
  solver_.add(clause);
}

}  // namespace ldfi::minimise
