// The firings behind the tuples of one execution. Each tuple is derived once.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "common/dedalus/provenance/graph.hpp"
#include "results/views/trace/subject.hpp"

namespace ldfi::results {

/// A tuple that holds at a tick.
struct Fact {
  RelationId relation;
  eval::Tuple tuple;
  Time at;
  auto operator<=>(const Fact&) const = default;
};

/// All values of the group that a head is aggregated for, as a goal with wildcards; nothing if the
/// rule has no aggregate.
std::optional<provenance::Goal> group_of(const dedalus::Rule& rule, provenance::Goal head);

class Derivations {
 public:
  /// `check` is called now and then while tuples are derived.
  Derivations(const Subject& subject, const Rerun& execution, BudgetCheck check = {})
      : subject_(subject), execution_(execution), check_(std::move(check)) {}

  struct Derived {
    const provenance::DerivationGraph* graph = nullptr;
    bool given = false;                                ///< needs no rule
    std::vector<const provenance::Firing*> firings{};  ///< in the order of the rules
  };
  /// Derives all of them at once, which is faster than one after the other.
  void prepare(const std::vector<Fact>& facts);
  /// `fact` must hold in the execution.
  const Derived& of(const Fact& fact);

  [[nodiscard]] const Rerun& execution() const { return execution_; }
  [[nodiscard]] bool holds(const Fact& fact) const {
    return execution_.model->contains(fact.relation, fact.at, fact.tuple);
  }
  /// The tuples that match a negated premise, and so keep it from holding.
  [[nodiscard]] std::vector<Fact> matches(const provenance::Goal& absent) const;
  /// The premise of the firing which says that the head held one tick before, if there is one.
  [[nodiscard]] std::optional<Fact> persisted_from(const provenance::DerivationGraph& graph,
                                                   const provenance::Firing& firing) const;

  /// True if the firing derives its head from what can be derived without it. Of every tuple that
  /// needs a rule there is such a firing, and a proof that takes no others goes in no circle.
  [[nodiscard]] bool founded(const provenance::DerivationGraph& graph,
                             const provenance::Firing& firing) const;
  /// Among the firings that rest on nothing circular, the one with the fewest premises; among equals,
  /// the first in rule order. There must be one.
  [[nodiscard]] const provenance::Firing& simplest(const Derived& derived) const;
  /// True if the tuple was only kept from the tick before. `fact` must hold in the execution.
  bool kept(const Fact& fact);

 private:
  void add(const provenance::DerivationGraph& graph);

  const Subject& subject_;
  const Rerun& execution_;
  BudgetCheck check_;
  std::vector<std::unique_ptr<provenance::DerivationGraph>> graphs_;
  /// By goal: after how many rules of its tick in a row it holds.
  std::map<const provenance::DerivationGraph*, std::vector<std::size_t>> ranks_;
  std::map<Fact, Derived> derived_;
};

/// True if a firing that derived the fact in the good run has a premise that does not hold here.
[[nodiscard]] bool lost_support(Derivations& good, const Derivations& here, const Fact& fact);

}  // namespace ldfi::results
