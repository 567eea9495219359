#include "worker/minimise/delivery_formula.hpp"

#include <algorithm>

namespace ldfi::execute {

using dedalus::Carrier;
using dedalus::RuleKind;
using sat::Literal;

Fspec pending_world(const Fspec& fspec, const std::vector<Fault>& crashes) {
  FspecParameters out = fspec.parameters();
  out.eff = out.eot - 1;
  out.eff_mode = EffMode::inclusive;
  out.limits = {};
  out.restarts = static_cast<int>(std::ranges::count_if(
      crashes, [](const Fault& crash) { return minimise::restart_of(crash) > 0; }));
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

/// The crashes are what they are, and what is late is so within the Fspec.
void DeliveryFormula::fix(const std::vector<Fault>& crashes) {
  for (const auto& [fault, variable] : circuits_.faults().named()) {
    if (crashed_node(fault)) {
      const bool happens = std::ranges::find(crashes, fault) != crashes.end();
      solver_.add({happens ? variable : -variable});
    } else if (const auto* lost = std::get_if<Omission>(&fault)) {
      fate(lost->from, lost->to, lost->sent).pending = variable;
    } else if (const auto* late = std::get_if<Delay>(&fault)) {
      fate(late->from, late->to, late->sent).late.emplace_back(late->late, variable);
      if (!fspec_.may_delay(late->from, late->to, late->sent, late->late)) {
        solver_.add({-variable});
      }
    } else if (const auto* twice = std::get_if<Duplicate>(&fault)) {
      fate(twice->from, twice->to, twice->sent).again.emplace_back(twice->late, variable);
      if (!fspec_.may_duplicate(twice->from, twice->to, twice->sent, twice->late)) {
        solver_.add({-variable});
      }
    }
  }
}

/// Of all faults together, of which pending messages are none.
void DeliveryFormula::limit_faults(std::size_t crashes) {
  if (!fspec_.limits().faults) return;
  std::vector<Literal> counted;
  for (const auto& [sent, fate] : fates_) {
    for (const auto& [ticks, variable] : fate.late) counted.push_back(variable);
    for (const auto& [ticks, variable] : fate.again) counted.push_back(variable);
  }
  const auto most = static_cast<std::size_t>(*fspec_.limits().faults);
  const std::size_t bound = most - std::min(most, crashes) + 1;
  if (counted.size() < bound) return;
  solver_.add({-hazard::Counter(solver_, counted, bound).at_least(bound)});
}

/// A message is one that some rule sends, by sender, receiver, tick and what it makes hold; it is late
/// by the rules of late.hpp.
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
      if (!channel) continue;
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

/// Nothing arrives while what was sent before it is pending, and may not be lost.
void DeliveryFormula::keep_order() {
  std::map<std::pair<NodeId, NodeId>, Literal> waits;
  for (auto& [sent, fate] : fates_) {  // by time
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

void DeliveryFormula::each_literal(const Fate& fate, const std::function<void(Literal)>& visit) {
  for (const auto& [ticks, variable] : fate.late) visit(variable);
  for (const auto& [ticks, variable] : fate.again) visit(variable);
  if (fate.pending != 0) visit(fate.pending);
}

std::vector<Literal> DeliveryFormula::choices() const {
  std::vector<Literal> late;
  std::vector<Literal> pending;
  for (const auto& [sent, fate] : fates_) {
    each_literal(fate, [&, own = fate.pending](Literal variable) {
      (variable == own ? pending : late).push_back(-variable);
    });
  }
  late.insert(late.end(), pending.begin(), pending.end());
  return late;
}

DeliveryFormula::Model DeliveryFormula::model() const {
  Model out;
  for (const auto& [sent, fate] : fates_) {
    auto& literals = out.fates[sent];
    each_literal(fate, [&](Literal variable) {
      const bool value = solver_.value(variable);
      literals.push_back(value ? variable : -variable);
      out.values[variable] = value;
    });
    if (fate.pending == 0 || solver_.value(fate.pending)) continue;
    minimise::Delivery first = sent;
    for (const auto& [ticks, variable] : fate.late) {
      if (solver_.value(variable)) first.late = ticks;
    }
    out.deliveries.push_back(first);
    for (const auto& [ticks, variable] : fate.again) {
      if (!solver_.value(variable)) continue;
      minimise::Delivery second = sent;
      second.late = ticks;
      out.deliveries.push_back(second);
    }
  }
  return out;
}

void DeliveryFormula::exclude(const Model& model, const std::vector<Sent>& sent) {
  std::vector<Literal> clause;
  for (const Sent& one : sent) {
    const auto it = model.fates.find(one);
    if (it == model.fates.end()) continue;
    for (const Literal l : it->second) clause.push_back(-l);
  }
  solver_.add(clause);
}

}  // namespace ldfi::execute
