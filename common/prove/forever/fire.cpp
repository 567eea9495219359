// The last step of grounding: makes an instance of a rule when all its variables have values. Adds
// the facts that must be absent, the comparisons, the sender and receiver, and the head.
#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <set>

#include "common/base/errors.hpp"
#include "common/base/text.hpp"
#include "common/prove/forever/grounder.hpp"

namespace ldfi::forever {

using dedalus::AggregateKind;
using dedalus::ArithmeticFault;
using dedalus::Literal;
using dedalus::RuleKind;
using dedalus::Term;
using ground::Contributor;
using ground::FactKind;
using ground::Wide;

namespace {

constexpr std::size_t max_instances = 4'000'000;

/// A computed number counts as growing if it exceeds twice the largest constant by more than this
/// number.
constexpr Value room = 8;

}  // namespace

void Grounder::fire() {
  instance_ = {};
  const auto& steps = plans_[rule_id_.index()].steps;
  for (std::size_t s = 0; s < steps.size(); ++s) {
    const auto& at = rule_->positive[steps[s].literal].at;
    if (constant(matched_[s])) continue;
    const bool timeless = program_.timeless == rule_->positive[steps[s].literal].relation;
    instance_.premises.push_back(at && !timeless ? past(matched_[s], *at) : matched_[s]);
  }
  if (rule_->earliest > Time(1)) instance_.premises.push_back(since(rule_->earliest));
  std::sort(instance_.premises.begin(), instance_.premises.end());
  if (!find_link() || !add_absent()) return;
  ArithmeticFault fault;
  const auto passed = check_arithmetic_comparisons(fault);
  if (passed && !*passed) return;
  std::vector<Value> head;
  bool failed = !passed;
  for (const auto& h : rule_->head_terms) {
    if (failed || h.aggregate) continue;
    const auto value = dedalus::evaluate(h.expression, binding_.data(), fault);
    failed = !value;
    head.push_back(value.value_or(0));
  }
  if (failed) {
    const bool now = rule_->kind == RuleKind::deductive;
    if (emitting_) (now ? out_.errors : out_.next_errors).push_back(instance_);
  } else if (rule_->has_aggregate) {
    fire_contributors(head);
  } else {
    fire_head(std::move(head));
  }
}

bool Grounder::find_link() {
  // A message that has left its sender cannot be lost any more, so no fault stops it.
  if (rule_->kind == RuleKind::deductive || rule_->carrier >= dedalus::Carrier::depart ||
      rule_->observes)
    return true;
  const auto type = program_.relation(rule_->positive[0].relation).columns[0];
  const auto from =
      type == dedalus::ColumnType::string ? node_of(term(rule_->location)) : std::nullopt;
  if (rule_->kind == RuleKind::inductive) {
    using dedalus::Carrier;
    const bool stops = fspec_.crash_model() == CrashModel::stop;
    if (!from) return rule_->carrier != Carrier::keep;
    // If no disk can die, no fault stops a copy on a disk. A paused node always keeps its memory.
    const bool stays = rule_->carrier == Carrier::copy && fspec_.disk().dead == 0;
    if (stops && (stays || rule_->carrier == Carrier::stand)) return true;
    instance_.link = Link{*from, *from};
    if (stops) instance_.carrier = rule_->carrier;
    return true;
  }
  ArithmeticFault fault;
  const auto to = node_of(
      dedalus::evaluate(rule_->head_terms[0].expression, binding_.data(), fault).value_or(0));
  if (!from || !to) return false;
  instance_.link = Link{*from, *to};
  return true;
}

/// Adds the facts that must be absent. Returns false if one of them always holds, because the rule
/// never fires then.
bool Grounder::add_absent() {
  for (const Literal& l : rule_->negative) {
    if (program_.timeless == l.relation) {
      if (!add_pattern(crashes(l), {})) return false;
    } else if (!add_pattern(matches(l), l.at)) {
      return false;
    }
  }
  std::sort(instance_.absent.begin(), instance_.absent.end());
  return true;
}

/// Returns a fact which says that `fact` held at the tick `at`. Only the last round of grounding
/// needs such facts; earlier rounds return `fact` itself.
FactId Grounder::past(FactId fact, Time at) {
  if (!emitting_) return fact;
  const auto [it, inserted] = past_.try_emplace({fact, at});
  if (inserted) it->second = store_.add_without_index(FactKind::aggregate, 0, at, {});
  return it->second;
}

FactId Grounder::since(Time at) {
  const auto [it, inserted] = since_.try_emplace(at);
  if (inserted) it->second = store_.add_without_index(FactKind::aggregate, 0, at, {});
  return it->second;
}

bool Grounder::add_pattern(std::vector<FactId> facts, const std::optional<Time>& at) {
  const auto holds = [this](FactId f) { return constant(f); };
  if (std::any_of(facts.begin(), facts.end(), holds)) return false;
  if (facts.empty() || !emitting_) return true;
  for (FactId& fact : facts) fact = at ? past(fact, *at) : fact;
  std::sort(facts.begin(), facts.end());
  const auto [it, inserted] = pattern_ids_.try_emplace(facts, PatternId(out_.patterns.size()));
  if (inserted) out_.patterns.push_back(std::move(facts));
  instance_.absent.push_back(it->second);
  return true;
}

std::vector<FactId> Grounder::matches(const Literal& literal) {
  std::uint64_t mask = 0;
  std::vector<Value> key;
  for (std::size_t c = 0; c < literal.arguments.size(); ++c) {
    if (literal.arguments[c].kind == Term::Kind::wildcard) continue;
    mask |= std::uint64_t{1} << c;
    key.push_back(term(literal.arguments[c]));
  }
  std::vector<FactId> out;
  ground::Table& table = tables_[literal.relation.index()];
  table.match(store_, mask, key, 0, table.size(), [&](FactId f) {
    out.push_back(f);
    return true;
  });
  return out;
}

std::vector<FactId> Grounder::crashes(const Literal& literal) const {
  const Term& observer = literal.arguments[0];
  const Term& node = literal.arguments[1];
  std::vector<FactId> out;
  if (observer.kind != Term::Kind::wildcard && !node_of(term(observer))) return out;
  for (const auto& [n, fact] : crash_by_node_) {
    const bool fits = node.kind == Term::Kind::wildcard ||
                      program_.symbols.find(fspec_.name(NodeId(n))) == term(node);
    if (fits) out.push_back(fact);
  }
  return out;
}

bool Grounder::beyond_cap(std::span<const Value> tuple) {
  for (std::size_t c = 0; c < tuple.size(); ++c) {
    if (!rule_->head_terms[c].expression.can_fail()) continue;
    if (columns_.saturates(rule_->head, c)) continue;
    const Value far = columns_.farthest(rule_->head, c);
    const Value most = far + limits_.cap.value_or(far + room);
    if (tuple[c] <= most && tuple[c] >= -most) continue;
    if (!limits_.cap) {
      throw Grows(fmt::format("column {} of `{}` grows with time, and this rule does more with it "
                              "than copy it, increase it and compare it with constants",
                              c + 1, beginning(program_.relation(rule_->head).name)),
                  rule_->where);
    }
    out_.columns_that_exceed_cap.insert({rule_->head, c});
    return true;
  }
  return false;
}

void Grounder::fire_head(std::vector<Value> tuple) {
  if (beyond_cap(tuple)) {
    const bool now = rule_->kind == RuleKind::deductive;
    if (emitting_) (now ? out_.escapes : out_.next_escapes).push_back(instance_);
    return;
  }
  for (std::size_t c = 0; c < tuple.size(); ++c) {
    tuple[c] = columns_.saturated(rule_->head, c, tuple[c]);
  }
  instance_.head = add(rule_->head.raw(), tuple);
  if (!emitting_ || constant(instance_.head)) return;
  auto& list = rule_->kind == RuleKind::deductive ? out_.now : out_.next;
  if (list.size() >= max_instances) throw BudgetExceeded("facts", "too many rule instances");
  list.push_back(instance_);
}

void Grounder::fire_contributors(std::span<const Value> plain) {
  std::vector<Value> tuple(plain.begin(), plain.end());
  GroupDraft& draft = drafts_[tuple];
  std::uint32_t number = 0;
  tuple.push_back(0);
  for (const auto& h : rule_->head_terms) {
    if (!h.aggregate) continue;
    ArithmeticFault unused;
    const Value value = *dedalus::evaluate(h.expression, binding_.data(), unused);
    tuple.back() = value;
    const auto space = store_.space({FactKind::contributor, rule_id_.raw(), 0, number});
    const FactId f = add(space, tuple);
    draft.contributors.resize(std::max<std::size_t>(draft.contributors.size(), number + 1));
    draft.contributors[number].push_back({f, value});
    if (emitting_) {
      instance_.head = f;
      out_.now.push_back(instance_);
    }
    ++number;
  }
}

namespace {

/// Returns all values that the aggregate can have, over all non-empty sets of members of the group.
std::set<Wide> possible_values(AggregateKind kind, const std::vector<Contributor>& group,
                               std::size_t limit) {
  std::set<Wide> out;
  for (std::size_t i = 0; i < group.size(); ++i) {
    const Wide value = group[i].value;
    if (kind == AggregateKind::count) {
      out.insert(static_cast<Wide>(i + 1));
    } else if (kind == AggregateKind::sum) {
      std::set<Wide> more{value};
      for (const Wide sum : out) more.insert(sum + value);
      out.merge(more);
      if (out.size() > limit) throw BudgetExceeded("facts", "a sum has too many possible values");
    } else {
      out.insert(value);
    }
  }
  return out;
}

}  // namespace

void Grounder::finish_groups(RuleId rule) {
  const auto drafts = std::move(drafts_);
  drafts_.clear();
  for (auto [key, draft] : drafts) {
    for (auto& members : draft.contributors) {
      std::sort(members.begin(), members.end(), [](const Contributor& a, const Contributor& b) {
        return std::pair(a.value, a.fact) < std::pair(b.value, b.fact);
      });
      const auto same = [](const Contributor& a, const Contributor& b) { return a.fact == b.fact; };
      members.erase(std::unique(members.begin(), members.end(), same), members.end());
    }
    emit_heads(rule, key, draft);
  }
}

void Grounder::emit_heads(RuleId rule, const std::vector<Value>& key, const GroupDraft& draft) {
  std::vector<AggregateKind> kinds;
  for (const auto& h : program_.rule(rule).head_terms) {
    if (h.aggregate) kinds.push_back(*h.aggregate);
  }
  const auto first = static_cast<std::uint32_t>(out_.groups.size());
  std::vector<std::vector<Wide>> values;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if (kinds[k] == AggregateKind::count &&
        draft.contributors[k].size() > limits_.max_counted_members) {
      throw Refusal(fmt::format("a group of more than {} possible members is not covered",
                                limits_.max_counted_members),
                    program_.rule(rule).where);
    }
    const auto possible = possible_values(kinds[k], draft.contributors[k], limits_.max_sums);
    values.emplace_back(possible.begin(), possible.end());
    for (const Wide v : possible) {
      if (v > std::numeric_limits<Value>::max() || v < std::numeric_limits<Value>::min()) {
        throw Refusal("a sum that may exceed 64 bits is not covered", rule_->where);
      }
    }
    if (emitting_) out_.groups.push_back({kinds[k], draft.contributors[k]});
  }
  std::vector<std::size_t> choice(kinds.size());
  for (bool more = true; more;) {
    meter_.step();
    std::vector<Value> tuple;
    AggregateHead head;
    std::size_t plain = 0;
    std::uint32_t k = 0;
    for (const auto& h : rule_->head_terms) {
      if (!h.aggregate) {
        tuple.push_back(key[plain++]);
        continue;
      }
      const Wide value = values[k][choice[k]];
      tuple.push_back(static_cast<Value>(value));
      head.values.emplace_back(first + k++, value);
    }
    head.head = add(rule_->head.raw(), tuple);
    if (emitting_ && !constant(head.head)) out_.aggregates.push_back(std::move(head));
    more = false;
    for (std::size_t i = 0; i < choice.size() && !more; ++i) {
      more = ++choice[i] < values[i].size();
      if (!more) choice[i] = 0;
    }
  }
}

}  // namespace ldfi::forever
