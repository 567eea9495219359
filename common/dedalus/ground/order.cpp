// Finds the order of evaluation with Tarjan's algorithm [TAR72]. The algorithm returns the
// components of the graph "head depends on premise", dependencies first. The search starts at
// goals, so the facts on which goals depend get the lowest numbers.
#include "common/dedalus/ground/order.hpp"

#include <optional>
#include <span>

#include "common/base/components.hpp"

namespace ldfi::ground {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

/// The graph of dependencies between facts. Edges lead from a fact to the premises of its ground
/// rules, or to the facts that count in its aggregate.
class Dependencies {
 public:
  explicit Dependencies(const Store& s) : s_(s), first_(s.facts.size() + 1) {
    for (const PendingInstance& i : s.instances) ++first_[i.head.index() + 1];
    for (std::size_t f = 1; f < first_.size(); ++f) first_[f] += first_[f - 1];
  }

  struct Cursor {
    std::uint32_t instance;
    std::uint32_t premise;
  };
  [[nodiscard]] Cursor begin(std::uint32_t fact) const {
    s_.meter.step();
    return {first_[fact], 0};
  }
  [[nodiscard]] std::optional<std::uint32_t> next(std::uint32_t fact, Cursor& at) const {
    if (s_.facts[fact].kind == FactKind::aggregate) {
      const auto& list = s_.groups[s_.ranges[s_.range_of[fact]].group].contributors;
      if (at.premise == list.size()) return std::nullopt;
      return list[at.premise++].fact.raw();
    }
    for (; at.instance < first_[fact + 1]; ++at.instance, at.premise = 0) {
      const auto premises = s_.premises_of(s_.instances[at.instance]);
      if (at.premise < premises.size()) return premises[at.premise++].fact().raw();
    }
    return std::nullopt;
  }

 private:
  const Store& s_;
  std::vector<std::uint32_t> first_;
};

class Ordering {
 public:
  explicit Ordering(const Store& s)
      : s_(s), dependencies_(s), walk_(dependencies_, s.facts.size()) {}

  void visit(FactId root) {
    if (s_.impossible[root.index()]) return;
    walk_.visit(root.raw(), [this](std::span<const std::uint32_t> component) {
      const auto begin = order.size();
      order.insert(order.end(), component.begin(), component.end());
      if (component.size() > 1) components.push_back({FactId(begin), FactId(order.size())});
    });
  }

  std::vector<std::uint32_t> order;   ///< old ids of the facts, in the order of their new ids
  std::vector<Component> components;  ///< cyclic components, given by new ids

 private:
  const Store& s_;
  const Dependencies dependencies_;
  Components<const Dependencies> walk_;
};

void move_facts(Store& s, const std::vector<std::uint32_t>& order, UniverseData& d) {
  d.facts.reserve(order.size());
  d.range_of.reserve(order.size());
  for (std::uint32_t old : order) {
    d.facts.push_back(s.facts[old]);
    d.range_of.push_back(s.range_of[old]);
  }
  d.tuples = std::move(s.tuples);
  d.channels = std::move(s.channels);
  d.ranges = std::move(s.ranges);
  d.groups = std::move(s.groups);
}

void move_instances(const Store& s, const std::vector<std::uint32_t>& order,
                    const std::vector<std::uint32_t>& renamed, UniverseData& d) {
  std::vector<std::uint32_t> first(s.facts.size() + 1);
  for (const PendingInstance& i : s.instances) ++first[i.head.index() + 1];
  for (std::size_t f = 1; f < first.size(); ++f) first[f] += first[f - 1];
  d.instances.reserve(s.instances.size() + 1);
  for (std::uint32_t old : order) {
    d.first_instance.push_back(static_cast<std::uint32_t>(d.instances.size()));
    for (std::uint32_t i = first[old]; i < first[old + 1]; ++i) {
      const PendingInstance& instance = s.instances[i];
      s.meter.step();
      d.instances.push_back({FactId(renamed[old]), instance.rule, instance.channel,
                             static_cast<std::uint32_t>(d.premises.size())});
      for (Premise p : s.premises_of(instance))
        d.premises.emplace_back(FactId(renamed[p.fact().index()]), p.negated());
    }
  }
  d.first_instance.push_back(static_cast<std::uint32_t>(d.instances.size()));
  d.instances.push_back(
      {FactId(none), RuleId(none), no_channel, static_cast<std::uint32_t>(d.premises.size())});
}

}  // namespace

UniverseData number_facts(Store& store, std::vector<FactId>& roots) {
  Ordering ordering(store);
  for (FactId r : roots) ordering.visit(r);
  for (FactId e : store.errors) ordering.visit(e);
  UniverseData d;
  d.cone = ordering.order.size();
  for (std::uint32_t f = 0; f < store.facts.size(); ++f) ordering.visit(FactId(f));
  std::vector<std::uint32_t> renamed(store.facts.size(), none);
  for (std::uint32_t n = 0; n < ordering.order.size(); ++n) renamed[ordering.order[n]] = n;
  const auto rename = [&](FactId& f) { f = FactId(renamed[f.index()]); };
  move_instances(store, ordering.order, renamed, d);
  move_facts(store, ordering.order, d);
  for (Group& g : d.groups) {
    for (Contributor& c : g.contributors) rename(c.fact);
  }
  d.components = std::move(ordering.components);
  d.component_of.assign(d.facts.size(), none);
  for (std::uint32_t c = 0; c < d.components.size(); ++c) {
    for (std::size_t f = d.components[c].begin.index(); f < d.components[c].end.index(); ++f)
      d.component_of[f] = c;
  }
  d.errors = store.errors;
  d.error_faults = store.error_faults;
  for (FactId& e : d.errors) rename(e);
  for (FactId& r : roots) rename(r);
  return d;
}

}  // namespace ldfi::ground
