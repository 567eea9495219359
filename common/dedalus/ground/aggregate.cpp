// Grounds rules with aggregates: finds the values that each group may contain, the possible values
// of its aggregate, and a head for each of these values
// (docs/explanation/search.md#the-universe-what-could-ever-hold).
#include <algorithm>
#include <limits>
#include <set>

#include "common/base/errors.hpp"
#include "common/dedalus/ground/grounder.hpp"

namespace ldfi::ground {

using dedalus::AggregateKind;
using dedalus::Rule;

namespace {

struct GroupBounds {
  std::vector<Contributor> contributors;
  std::vector<bool> certain;
  [[nodiscard]] std::size_t certain_count() const {
    return static_cast<std::size_t>(std::count(certain.begin(), certain.end(), true));
  }
};

std::set<Wide> reachable_sums(const GroupBounds& g, std::size_t limit) {
  // Sums of the choices of contributors that are not empty.
  std::set<Wide> with;
  bool empty_choice = true;
  for (std::size_t i = 0; i < g.contributors.size(); ++i) {
    const Wide v = g.contributors[i].value;
    std::set<Wide> next;
    if (!g.certain[i]) next = with;
    for (Wide s : with) next.insert(s + v);
    if (empty_choice) next.insert(v);
    if (g.certain[i]) empty_choice = false;
    with = std::move(next);
    if (with.size() > limit)
      throw BudgetExceeded("facts", "a sum aggregate has too many possible values");
  }
  return with;
}

/// Returns all values that the aggregate can have if at least one contributor of the group holds.
std::set<Wide> possible_values(AggregateKind kind, const GroupBounds& g, std::size_t limit) {
  std::set<Wide> out;
  const std::size_t n = g.contributors.size();
  if (kind == AggregateKind::count) {
    for (std::size_t v = std::max<std::size_t>(1, g.certain_count()); v <= n; ++v)
      out.insert(static_cast<Wide>(v));
  } else if (kind == AggregateKind::sum) {
    out = reachable_sums(g, limit);
  } else {
    const bool max = kind == AggregateKind::max;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t at = max ? n - 1 - i : i;
      out.insert(g.contributors[at].value);
      if (g.certain[at]) break;
    }
  }
  return out;
}

}  // namespace

void Grounder::ground_aggregate(RuleId id) {
  drafts_.clear();
  enumerate(id, plans_[id.index()].full, full_windows(program_.rule(id)));
  const auto drafts = std::move(drafts_);
  drafts_.clear();
  for (const auto& [key, draft] : drafts) finish_group(id, draft);
}

void Grounder::fire_contributors(std::span<const Value> plain) {
  const std::vector<Value> group(plain.begin(), plain.end());
  GroupDraft& draft = drafts_[group];
  draft.key = group;
  std::uint32_t term_index = 0;
  for (const auto& h : rule_->head_terms) {
    if (!h.aggregate) continue;
    dedalus::ArithmeticFault unused;
    const Value value = *dedalus::evaluate(h.expression, binding_.data(), unused);
    std::vector<Value> tuple = group;
    tuple.push_back(value);
    const auto [f, added] = store_.add(
        store_.space({FactKind::contributor, rule_id_.raw(), 0, term_index}), now_, tuple);
    draft.contributors.resize(std::max<std::size_t>(draft.contributors.size(), term_index + 1));
    if (added) draft.contributors[term_index].push_back({f, value});
    support(f);
    ++term_index;
  }
}

void Grounder::finish_group(RuleId id, const GroupDraft& draft) {
  const Rule& rule = program_.rule(id);
  std::vector<std::vector<std::pair<FactId, Value>>> values;
  channel_ = no_channel;
  std::size_t k = 0;
  for (const auto& h : rule.head_terms) {
    if (!h.aggregate) continue;
    GroupBounds bounds{draft.contributors[k++], {}};
    std::sort(bounds.contributors.begin(), bounds.contributors.end(),
              [](const Contributor& a, const Contributor& b) { return a.value < b.value; });
    for (const Contributor& c : bounds.contributors) bounds.certain.push_back(certain(c.fact));
    const auto possible = possible_values(*h.aggregate, bounds, limits_.max_sums);
    store_.groups.push_back({*h.aggregate, bounds.contributors});
    const auto group = static_cast<std::uint32_t>(store_.groups.size() - 1);
    values.emplace_back();
    for (Wide v : possible) {
      const FactId f = store_.add_aggregate(id, now_, group, v, v);
      if (possible.size() == 1 && bounds.certain_count() > 0) mark_certain(f);
      if (v < std::numeric_limits<Value>::min() || v > std::numeric_limits<Value>::max()) {
        premises_.clear();
        if (!certain(f)) premises_.emplace_back(f, false);
        fire_error({rule.where, "integer overflow"});
      } else {
        values.back().emplace_back(f, static_cast<Value>(v));
      }
    }
  }
  emit_aggregate_heads(id, draft, values);
}

void Grounder::emit_aggregate_heads(
    RuleId id, const GroupDraft& draft,
    const std::vector<std::vector<std::pair<FactId, Value>>>& values) {
  if (std::any_of(values.begin(), values.end(), [](const auto& v) { return v.empty(); })) return;
  const Rule& rule = program_.rule(id);
  std::vector<std::size_t> choice(values.size());
  for (bool more = true; more;) {
    std::vector<Value> tuple;
    premises_.clear();
    std::size_t plain = 0;
    std::size_t k = 0;
    for (const auto& h : rule.head_terms) {
      if (!h.aggregate) {
        tuple.push_back(draft.key[plain++]);
        continue;
      }
      const auto& [f, v] = values[k][choice[k]];
      tuple.push_back(v);
      if (!certain(f)) premises_.emplace_back(f, false);
      ++k;
    }
    rule_id_ = id;
    rule_ = &rule;
    fire_head(tuple);
    more = false;
    for (std::size_t i = 0; i < choice.size() && !more; ++i) {
      more = ++choice[i] < values[i].size();
      if (!more) choice[i] = 0;
    }
  }
}

}  // namespace ldfi::ground
