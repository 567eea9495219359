// Makes a ground rule from a binding of all variables: adds the negated premises, the results of
// comparisons with arithmetic, the channel that must deliver, and the head.
#include <algorithm>

#include "common/dedalus/ground/grounder.hpp"

namespace ldfi::ground {

using dedalus::ArithmeticFault;
using dedalus::Literal;
using dedalus::RuleKind;
using dedalus::Term;

void Grounder::fire() {
  premises_.clear();
  for (FactId f : matched_) {
    if (!certain(f)) premises_.emplace_back(f, false);
  }
  const auto channel = channel_of();
  if (!channel || !add_negated()) return;
  channel_ = *channel;
  ArithmeticFault fault;
  const auto passed = check_arithmetic_comparisons(fault);
  if (!passed) return fire_error(fault);
  if (!*passed) return;
  head_.clear();
  for (const auto& h : rule_->head_terms) {
    if (h.aggregate) continue;
    const auto value = dedalus::evaluate(h.expression, binding_.data(), fault);
    if (!value) return fire_error(fault);
    head_.push_back(*value);
  }
  if (rule_->has_aggregate) return fire_contributors(head_);
  fire_head(head_);
}

std::optional<ChannelId> Grounder::channel_of() {
  if (rule_->kind == RuleKind::deductive) return no_channel;
  const auto location_type = program_.relation(rule_->positive[0].relation).columns[0];
  const bool at_node = location_type == dedalus::ColumnType::string && !rule_->observes;
  const auto from = at_node ? node_of(term(rule_->location)) : std::nullopt;
  if (rule_->kind == RuleKind::inductive) return own_channel(from);
  ArithmeticFault fault;
  const auto to = node_of(
      dedalus::evaluate(rule_->head_terms[0].expression, binding_.data(), fault).value_or(0));
  if (!from || !to) return std::nullopt;
  Channel channel{*from, *to, now_,
                  *from != *to                       ? ChannelKind::message
                  : fspec_.may_be_late(*from, *from) ? ChannelKind::itself
                                                     : ChannelKind::memory};
  if (channel.kind != ChannelKind::memory && !message_by_rule_.empty()) {
    channel.relation = message_by_rule_[rule_id_.index()];
  }
  return fspec_.may_lose(channel) ? store_.channel(channel) : no_channel;
}

/// Returns the channel on which an inductive rule at `node` depends. `node` is nullopt if the
/// location is not a node. Returns no_channel if no fault can stop the rule there. Returns nullopt
/// if the rule never fires there.
std::optional<ChannelId> Grounder::own_channel(std::optional<NodeId> node) {
  using dedalus::Carrier;
  const Carrier carrier = rule_->carrier;
  if (carrier >= Carrier::depart) return no_channel;
  const bool keeps = carrier == Carrier::keep;
  const bool stops = fspec_.crash_model() == CrashModel::stop;
  if (!node || (stops && carrier == Carrier::stand)) {
    return keeps ? std::nullopt : std::optional(no_channel);
  }
  const bool stays = carrier == Carrier::stay && fspec_.may_pause(*node, now_);
  const bool memory = !stops || carrier == Carrier::memory || carrier == Carrier::stay;
  const ChannelKind kind = stays                      ? ChannelKind::stay
                           : memory                   ? ChannelKind::memory
                           : keeps                    ? ChannelKind::keep
                           : carrier == Carrier::copy ? ChannelKind::copy
                                                      : ChannelKind::write;
  Channel channel{*node, *node, now_, kind};
  const NamedId relation = store_.stored(rule_->head);
  if (!memory &&
      (fspec_.may_fail(*node, relation, now_) || fspec_.may_die(*node, relation, now_))) {
    channel.relation = relation;
  }
  if (fspec_.may_lose(channel)) return store_.channel(channel);
  return keeps ? std::nullopt : std::optional(no_channel);
}

bool Grounder::add_negated() {
  for (const Literal& l : rule_->negative) {
    if (program_.timeless == l.relation) {
      if (!negate_crash(l)) return false;
      continue;
    }
    const Time at = l.at.value_or(now_);
    std::uint64_t wildcards = 0;
    key_.clear();
    for (std::size_t c = 0; c < l.arguments.size(); ++c) {
      if (l.arguments[c].kind == Term::Kind::wildcard) {
        wildcards |= std::uint64_t{1} << c;
      } else {
        key_.push_back(term(l.arguments[c]));
      }
    }
    if (wildcards == 0) {
      const auto f = store_.find(l.relation.raw(), at, key_);
      if (f && !store_.impossible[f->index()] && !add_negated_fact(*f)) return false;
    } else if (!add_negated_fact(projection(l, at, wildcards, key_))) {
      return false;
    }
  }
  return true;
}

/// Adds the premise that `f` does not hold to the ground rule being made. Returns false if `f`
/// holds in every execution, so that this ground rule never fires.
bool Grounder::add_negated_fact(FactId f) {
  if (certain(f)) return false;
  premises_.emplace_back(f, true);
  return true;
}

FactId Grounder::projection(const Literal& literal, Time at, std::uint64_t wildcards,
                            std::span<const Value> key) {
  const std::uint32_t space =
      store_.space({FactKind::projection, literal.relation.raw(), wildcards, 0});
  const auto [f, added] = store_.add(space, at, key);
  if (!added) return f;
  Table& table = table_at(literal.relation, at);
  const std::uint64_t columns = (std::uint64_t{1} << literal.arguments.size()) - 1;
  std::vector<FactId> matches;
  table.match(store_, columns & ~wildcards, key, 0, table.size(), [&](FactId m) {
    matches.push_back(m);
    return true;
  });
  for (FactId m : matches) {
    const Premise premise[] = {{m, false}};
    if (certain(m)) {
      mark_certain(f);
    } else {
      store_.add_instance(f, rule_id_, no_channel, premise);
    }
  }
  return f;
}

// Adds the premise that no crash fact matches the literal. Crash facts are the same at every tick.
// The observer of a crash may be any node.
bool Grounder::negate_crash(const Literal& l) {
  if (!fspec_.may_crash()) return true;
  const Term& observer = l.arguments[0];
  if (observer.kind != Term::Kind::wildcard && !node_of(term(observer))) return true;
  const Term& node = l.arguments[1];
  const Term& time = l.arguments[2];
  for (std::uint32_t n = 0; n < fspec_.node_count(); ++n) {
    if (!fspec_.crashable(NodeId(n))) continue;
    if (node.kind != Term::Kind::wildcard && symbol_by_node_[n] != term(node)) continue;
    if (time.kind == Term::Kind::wildcard) {
      premises_.emplace_back(fact_of_some_crash(l.relation, NodeId(n)), true);
    } else if (const auto fact = crash_fact(l.relation, NodeId(n), term(time))) {
      premises_.emplace_back(*fact, true);
    }
  }
  return true;
}

std::optional<FactId> Grounder::crash_fact(RelationId crash, NodeId node, Value time) {
  const Value key[] = {static_cast<Value>(node.raw()), time};
  return store_.find(store_.space({FactKind::fault, crash.raw(), 0, 0}), Time(0), key);
}

/// Returns the fact "the node crashes at some time". As a premise, it replaces one premise for each
/// tick at which the node may crash.
FactId Grounder::fact_of_some_crash(RelationId crash, NodeId node) {
  constexpr std::uint64_t observer_and_time = 0b101;
  const Value key[] = {static_cast<Value>(node.raw())};
  const auto [f, added] = store_.add(
      store_.space({FactKind::projection, crash.raw(), observer_and_time, 0}), Time(0), key);
  for (int t = 1; added && t <= fspec_.eot(); ++t) {
    const Premise premise[] = {{*crash_fact(crash, node, t), false}};
    store_.add_instance(f, rule_id_, no_channel, premise);
  }
  return f;
}

void Grounder::fire_error(const ArithmeticFault& fault) {
  support(store_.error(rule_id_, fault));
}

void Grounder::fire_head(std::span<const Value> tuple) {
  const bool now = rule_->kind == RuleKind::deductive;
  const auto [f, added] = store_.add(rule_->head.raw(), now ? now_ : now_.next(), tuple);
  if (added) (now ? current_ : next_)[rule_->head.index()].add(f);
  support(f);
}

void Grounder::support(FactId head) {
  if (certain(head)) return;
  std::sort(premises_.begin(), premises_.end());
  premises_.erase(std::unique(premises_.begin(), premises_.end()), premises_.end());
  if (premises_.empty() && channel_ == no_channel) {
    mark_certain(head);
  } else if (std::find(premises_.begin(), premises_.end(), Premise(head, false)) ==
             premises_.end()) {
    store_.add_instance(head, rule_id_, channel_, premises_);
  }
}

}  // namespace ldfi::ground
