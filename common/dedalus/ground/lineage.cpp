#include "common/dedalus/ground/lineage.hpp"

#include <algorithm>

#include "common/base/contract.hpp"

namespace ldfi::ground {
namespace {

class Walk {
 public:
  Walk(const Universe& u, const Executor& run)
      : u_(u), run_(run), seen_(u.fact_count()), in_set_(u.fact_count()) {}

  Lineage explain() {
    for (const Goal& g : u_.goals()) {
      if (g.post && run_.holds(*g.post)) reach(*g.post);
      if (g.pre && !run_.holds(*g.pre)) reach(*g.pre);
    }
    for (FactId e : u_.errors()) reach(e);
    for (FactId f : u_.overtaken()) {
      if (run_.holds(f)) reach(f);
    }
    while (!todo_.empty()) {
      const FactId f = todo_.back();
      todo_.pop_back();
      if (u_.info(f).kind == FactKind::aggregate) {
        contributors(f);
      } else if (run_.holds(f)) {
        why(f);
      } else if (const auto component = u_.component_of(f)) {
        unfounded(f, *component);
      } else {
        why_not(f);
      }
    }
    std::sort(out_.fired.begin(), out_.fired.end());
    std::sort(out_.refuted.begin(), out_.refuted.end());
    return std::move(out_);
  }

 private:
  void reach(FactId f) {
    if (seen_[f.index()] || u_.certain(f) || u_.info(f).kind == FactKind::fault) return;
    seen_[f.index()] = true;
    todo_.push_back(f);
  }

  void contributors(FactId f) {
    if (run_.holds(f)) {
      out_.fired.push_back((*u_.instances_of(f).begin()).raw());
    } else {
      out_.refuted.push_back(f.raw());
    }
    for (const Contributor& c : u_.groups()[u_.range(f).group].contributors) reach(c.fact);
  }

  void why(FactId f) {
    for (InstanceId i : u_.instances_of(f)) {
      if (!run_.fired(i)) continue;
      out_.fired.push_back(i.raw());
      for (Premise p : u_.premises(i)) reach(p.fact());
    }
  }

  void why_not(FactId f) {
    out_.refuted.push_back(f.raw());
    for (InstanceId i : u_.instances_of(f)) failed_premises(i);
  }

  [[nodiscard]] bool fails(Premise p) const { return run_.holds(p.fact()) == p.negated(); }

  void failed_premises(InstanceId i) {
    for (Premise p : u_.premises(i)) {
      if (fails(p)) reach(p.fact());
    }
  }

  /// Adds an unfounded set [VRS91] that contains `f` to the lineage: absent facts of one cycle that
  /// could only be derived from each other. Another fact joins the set only if some ground rule
  /// fails for no other reason than the fact's absence.
  void unfounded(FactId f, std::uint32_t component) {
    if (in_set_[f.index()]) return;
    std::vector<std::uint32_t> set{f.raw()};
    std::vector<bool> member(u_.fact_count());
    member[f.index()] = true;
    for (std::size_t n = 0; n < set.size(); ++n) {
      for (InstanceId i : u_.instances_of(FactId(set[n]))) {
        const auto inside = inside_failure(i, component, member);
        if (inside && !member[inside->index()]) {
          member[inside->index()] = true;
          set.push_back(inside->raw());
        }
      }
    }
    for (std::uint32_t s : set) {
      in_set_[s] = true;
      for (InstanceId i : u_.instances_of(FactId(s))) outside_failures(i, member);
    }
    std::sort(set.begin(), set.end());
    out_.unfounded.push_back(std::move(set));
  }

  /// Returns an absent premise of the same cyclic component because of which the ground rule fails.
  /// Prefers one that is already in the set. Returns nullopt if the rule also fails for a reason
  /// outside of the component.
  [[nodiscard]] std::optional<FactId> inside_failure(InstanceId i, std::uint32_t component,
                                                     const std::vector<bool>& member) const {
    if (!run_.delivered(u_.instance(i).channel)) return std::nullopt;
    std::optional<FactId> inside;
    for (Premise p : u_.premises(i)) {
      if (!fails(p)) continue;
      if (p.negated() || u_.component_of(p.fact()) != component) return std::nullopt;
      if (!inside || member[p.fact().index()]) inside = p.fact();
    }
    return inside;
  }

  void outside_failures(InstanceId i, const std::vector<bool>& member) {
    const auto premises = u_.premises(i);
    const bool internal = std::any_of(premises.begin(), premises.end(), [&](Premise p) {
      return !p.negated() && member[p.fact().index()];
    });
    if (!internal) failed_premises(i);
  }

  const Universe& u_;
  const Executor& run_;
  std::vector<bool> seen_;
  std::vector<bool> in_set_;
  std::vector<FactId> todo_;
  Lineage out_;
};

}  // namespace

Lineage explain(const Universe& universe, const Executor& run) {
  return Walk(universe, run).explain();
}

void require_ids_of(const Universe& universe, const Lineage& lineage) {
  const auto all_below = [](const std::vector<std::uint32_t>& ids, std::size_t count) {
    return std::all_of(ids.begin(), ids.end(), [count](std::uint32_t id) { return id < count; });
  };
  LDFI_ENSURE(all_below(lineage.fired, universe.instance_count()),
              "a lineage names rule instances of its universe");
  LDFI_ENSURE(all_below(lineage.refuted, universe.fact_count()),
              "a lineage names facts of its universe");
  for (const auto& set : lineage.unfounded) {
    LDFI_ENSURE(all_below(set, universe.fact_count()) && std::is_sorted(set.begin(), set.end()),
                "the unfounded sets of a lineage name facts of its universe, in order");
  }
}

}  // namespace ldfi::ground
