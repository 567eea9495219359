#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "common/base/contract.hpp"
#include "common/dedalus/ground/executor.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/dedalus/ground/grounder.hpp"
#include "common/dedalus/ground/merge.hpp"
#include "common/dedalus/ground/order.hpp"
#include "common/dedalus/ground/relevance.hpp"
#include "common/dedalus/language/fault_facts.hpp"

namespace ldfi::ground {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

class Fingerprint {
 public:
  void mix(std::uint64_t v) {
    h_ = (h_ ^ v) * 0x9E3779B97F4A7C15ULL;
    h_ ^= h_ >> 29;
  }
  [[nodiscard]] std::uint64_t value() const { return h_; }

 private:
  std::uint64_t h_ = 0x51ED270B0F1E2D3CULL;
};

std::uint64_t fingerprint_of(const UniverseData& d, const Fspec& fspec) {
  Fingerprint h;
  for (const auto& name : fspec.nodes()) {
    for (char c : name) h.mix(static_cast<unsigned char>(c));
    h.mix(256);
  }
  for (const FactInfo& f : d.facts) {
    h.mix(static_cast<std::uint64_t>(f.kind) << 40 | std::uint64_t{f.space} << 8 |
          (f.certain ? 1 : 0));
    h.mix(static_cast<std::uint64_t>(f.at.tick()));
    for (std::uint32_t i = 0; i < f.tuple_size; ++i)
      h.mix(static_cast<std::uint64_t>(d.tuples[f.tuple_begin + i]));
  }
  for (const InstanceRow& i : d.instances) {
    h.mix(std::uint64_t{i.head.raw()} << 32 | i.channel.raw());
    h.mix(std::uint64_t{i.rule.raw()} << 32 | i.premise_begin);
  }
  for (const Channel& c : d.channels) {
    if (c.kind == ChannelKind::memory) continue;
    if (is_sent(c) && c.relation == no_relation) continue;
    h.mix(std::uint64_t{c.from.raw()} << 8U | static_cast<std::uint64_t>(c.kind));
    if (c.relation != no_relation) h.mix(c.relation.raw());
  }
  for (Premise p : d.premises) h.mix(std::uint64_t{p.fact().raw()} << 1 | (p.negated() ? 1 : 0));
  return h.value();
}

/// Returns the facts that can hold and that decide the verdict.
std::vector<FactId> judged_facts(const Store& s, const std::vector<GoalRelation>& goals, Time eot) {
  std::map<RelationId, Time> from;
  for (const GoalRelation& goal : goals) from.emplace(goal.relation, goal.from);
  std::vector<FactId> out;
  for (std::size_t f = 0; f < s.facts.size(); ++f) {
    const FactInfo& i = s.facts[f];
    if (i.kind != FactKind::user || s.impossible[f]) continue;
    const auto goal = from.find(RelationId(i.space));
    if (goal != from.end() && i.at >= goal->second && i.at <= eot) out.emplace_back(f);
  }
  return out;
}

std::vector<Goal> pre_and_post(const Universe& u) {
  const Program& p = u.program();
  const Time eot(u.fspec().eot());
  std::map<std::vector<Value>, FactId> posts;
  for (FactId f : u.user_facts(*p.post, eot))
    posts.emplace(std::vector<Value>(u.tuple(f).begin(), u.tuple(f).end()), f);
  std::vector<Goal> goals;
  for (FactId f : u.user_facts(*p.pre, eot)) {
    const auto it = posts.find(std::vector<Value>(u.tuple(f).begin(), u.tuple(f).end()));
    goals.push_back({f, it == posts.end() ? std::nullopt : std::optional(it->second)});
  }
  return goals;
}

/// Returns the goals of a program without `pre`: each relevant fact that holds in the failure-free
/// run must hold in every execution.
std::vector<Goal> failure_free_outcome(const Universe& u) {
  Executor run(u);
  run.execute(FaultSet{});
  const Program& p = u.program();
  const int eot = u.fspec().eot();
  std::vector<RelationId> relations;
  if (p.post) {
    relations.push_back(*p.post);
  } else {
    for (const GoalRelation& goal : goal_relations(p, eot)) {
      if (goal.relation != p.overtaken) relations.push_back(goal.relation);
    }
  }
  std::vector<Goal> goals;
  for (RelationId r : relations) {
    for (FactId f : u.user_facts(r, Time(eot))) {
      if (run.holds(f)) goals.push_back({std::nullopt, f});
    }
  }
  return goals;
}

std::vector<Goal> goals_of(const Universe& u) {
  const Program& p = u.program();
  const auto invariant = [&] {
    return p.pre && p.post ? pre_and_post(u) : failure_free_outcome(u);
  };
  if (p.specifications.empty()) return invariant();
  std::vector<Goal> goals;
  if (p.specifications.front().invariant) goals = invariant();
  std::map<RelationId, std::vector<FactId>> facts;
  for (const dedalus::DeclaredSpecification& one : p.specifications) {
    if (!one.invariant) facts[one.relation];
  }
  for (std::uint32_t f = 0; f < u.fact_count(); ++f) {
    const FactInfo& i = u.info(FactId(f));
    if (i.kind != FactKind::user) continue;
    if (const auto of = facts.find(RelationId(i.space)); of != facts.end()) {
      of->second.emplace_back(f);
    }
  }
  for (std::uint32_t s = 0; s < p.specifications.size(); ++s) {
    const dedalus::DeclaredSpecification& one = p.specifications[s];
    if (one.invariant) continue;
    for (const FactId f : facts[one.relation]) {
      if (u.info(f).at >= one.says.first(u.fspec().eot())) goals.push_back({f, std::nullopt, s});
    }
  }
  return goals;
}

std::vector<FactId> overtaken_in(const Universe& u) {
  std::vector<FactId> out;
  const auto relation = u.program().overtaken;
  for (std::uint32_t f = 0; relation && f < u.fact_count(); ++f) {
    const FactInfo& i = u.info(FactId(f));
    if (i.kind == FactKind::user && relation == RelationId(i.space)) out.emplace_back(f);
  }
  return out;
}

}  // namespace

FaultFact fault_fact(const Program& program, const Fspec& fspec, const FactInfo& fact,
                     std::span<const Value> tuple) {
  if (program.timeless != RelationId(fact.space)) {
    const auto out =
        dedalus::fault_fact(program, fspec, RelationId(fact.space), tuple.data(), fact.at);
    LDFI_REQUIRE(out.has_value(), "a fault names nodes of the universe");
    return *out;
  }
  return {FaultFact::Kind::crash, NodeId(static_cast<std::uint32_t>(tuple[0])),
          Time(static_cast<int>(tuple[1]))};
}

Universe::Universe(const Program& program, Fspec fspec, UniverseData data)
    : program_(&program), fspec_(std::move(fspec)), d_(std::move(data)) {
  d_.goals = goals_of(*this);
  d_.overtaken = overtaken_in(*this);
  fingerprint_ = fingerprint_of(d_, fspec_);
}

std::optional<std::uint32_t> Universe::component_of(FactId f) const {
  LDFI_REQUIRE(f.index() < d_.component_of.size(), "the universe has this fact");
  const std::uint32_t c = d_.component_of[f.index()];
  return c == none ? std::nullopt : std::optional(c);
}

std::vector<FactId> Universe::user_facts(RelationId relation, Time at) const {
  std::vector<FactId> out;
  for (std::uint32_t f = 0; f < fact_count(); ++f) {
    const FactInfo& i = d_.facts[f];
    if (i.kind == FactKind::user && i.space == relation.raw() && i.at == at) out.emplace_back(f);
  }
  std::sort(out.begin(), out.end(), [this](FactId a, FactId b) {
    return std::ranges::lexicographical_compare(tuple(a), tuple(b));
  });
  return out;
}

std::string Universe::text(FactId f) const {
  const FactInfo& i = info(f);
  switch (i.kind) {
    case FactKind::user:
      return fmt::format("{}@{}", program_->tuple_text(RelationId(i.space), tuple(f).data()),
                         i.at.tick());
    case FactKind::fault:
      if (program_->timeless != RelationId(i.space)) {
        return fmt::format("{}@{}", program_->tuple_text(RelationId(i.space), tuple(f).data()),
                           i.at.tick());
      }
      return fmt::format("crash(_,{},{})",
                         fspec_.name(NodeId(static_cast<std::uint32_t>(tuple(f)[0]))), tuple(f)[1]);
    case FactKind::projection:
      return fmt::format("some {}@{}", program_->relation(RelationId(i.space)).name, i.at.tick());
    case FactKind::contributor:
      return fmt::format("contributor to rule {}@{}", i.space, i.at.tick());
    case FactKind::aggregate:
      return fmt::format("aggregate of rule {} in [{}, {}]@{}", i.space,
                         static_cast<Value>(range(f).low), static_cast<Value>(range(f).high),
                         i.at.tick());
    case FactKind::error:
      return fmt::format("arithmetic error in rule {}", i.space);
  }
  LDFI_ENSURE(false, "each kind of fact has a text");
}

Universe ground_program(const Program& program, const Fspec& fspec, const GroundLimits& limits,
                        Pruner* pruner, Extent extent) {
  const std::vector<GoalRelation> goals = goal_relations(program, fspec.eot());
  const Relevance relevance(program, fspec, goals);
  Grounder grounder(program, fspec, limits,
                    {pruner, extent == Extent::goals ? &relevance : nullptr});
  grounder.run();
  Store& store = grounder.store();
  drop_impossible(store);
  merge_aggregate_ranges(store);
  tidy_instances(store);
  std::vector<FactId> roots = judged_facts(store, goals, Time(fspec.eot()));
  UniverseData data = number_facts(store, roots);
  data.pruned = std::move(store.pruned);
  data.bounded = pruner != nullptr && pruner->bounds_counting();
  return Universe(program, fspec, std::move(data));
}

}  // namespace ldfi::ground
