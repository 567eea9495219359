// Tarjan's algorithm over "head depends on premise" yields the strongly connected components with
// the dependencies first, which is the order of evaluation. Started at the goals, it numbers their
// cone before everything else.
#include "common/ground/order.hpp"

#include <algorithm>

namespace ldfi::ground {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

class Ordering {
 public:
  explicit Ordering(const Store& s)
      : s_(s),
        index_(s.facts.size(), none),
        low_(s.facts.size()),
        on_stack_(s.facts.size()),
        first_(s.facts.size() + 1) {
    for (const PendingInstance& i : s.instances) ++first_[i.head.index() + 1];
    for (std::size_t f = 1; f < first_.size(); ++f) first_[f] += first_[f - 1];
  }

  void visit(FactId root) {
    if (index_[root.index()] != none || s_.impossible[root.index()]) return;
    enter(root.raw());
    while (!frames_.empty()) {
      const std::uint32_t f = frames_.back().fact;
      const std::uint32_t next = next_dependency(frames_.back());
      if (next == none) {
        leave(f);
      } else if (index_[next] == none) {
        enter(next);
      } else if (on_stack_[next]) {
        low_[f] = std::min(low_[f], index_[next]);
      }
    }
  }

  std::vector<std::uint32_t> order;   ///< old ids in their new order
  std::vector<Component> components;  ///< in new ids

 private:
  /// How far the dependencies of `fact` have been walked: instance, premise within it (or
  /// contributor).
  struct Frame {
    std::uint32_t fact;
    std::uint32_t instance;
    std::uint32_t premise;
  };

  void enter(std::uint32_t f) {
    s_.meter.step();
    index_[f] = low_[f] = counter_++;
    stack_.push_back(f);
    on_stack_[f] = true;
    frames_.push_back({f, first_[f], 0});
  }

  std::uint32_t next_dependency(Frame& frame) const {
    if (s_.facts[frame.fact].kind == FactKind::aggregate) {
      const auto& list = s_.groups[s_.ranges[s_.range_of[frame.fact]].group].contributors;
      return frame.premise < list.size() ? list[frame.premise++].fact.raw() : none;
    }
    for (; frame.instance < first_[frame.fact + 1]; ++frame.instance, frame.premise = 0) {
      const auto premises = s_.premises_of(s_.instances[frame.instance]);
      if (frame.premise < premises.size()) return premises[frame.premise++].fact().raw();
    }
    return none;
  }

  void leave(std::uint32_t f) {
    frames_.pop_back();
    if (!frames_.empty()) low_[frames_.back().fact] = std::min(low_[frames_.back().fact], low_[f]);
    if (low_[f] != index_[f]) return;
    const auto begin = order.size();
    for (std::uint32_t member = none; member != f;) {
      member = stack_.back();
      stack_.pop_back();
      on_stack_[member] = false;
      order.push_back(member);
    }
    if (order.size() - begin > 1) components.push_back({FactId(begin), FactId(order.size())});
  }

  const Store& s_;
  std::vector<std::uint32_t> index_;
  std::vector<std::uint32_t> low_;
  std::vector<bool> on_stack_;
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> stack_;
  std::vector<Frame> frames_;
  std::uint32_t counter_ = 0;
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
