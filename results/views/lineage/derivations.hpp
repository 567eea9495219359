// The firings that derive the tuples of one execution. Each tuple is derived once.
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

/// Returns the group of a rule's aggregated head as a goal with wildcards, or nullopt if the rule
/// has no aggregate.
std::optional<provenance::Goal> group_of(const dedalus::Rule& rule, provenance::Goal head);

class Derivations {
 public:
  /// Calls `check` regularly while it derives tuples.
  Derivations(const Subject& subject, const Rerun& execution, BudgetCheck check = {})
      : subject_(subject), execution_(execution), check_(std::move(check)) {}

  struct Derived {
    const provenance::DerivationGraph* graph = nullptr;
    bool given = false;                                ///< true if it needs no rule
    std::vector<const provenance::Firing*> firings{};  ///< in the order of the rules
  };
  /// Derives all facts at once, which is faster than one after the other.
  void prepare(const std::vector<Fact>& facts);
  /// `fact` must hold in the execution.
  const Derived& of(const Fact& fact);

  [[nodiscard]] const Rerun& execution() const { return execution_; }
  [[nodiscard]] bool holds(const Fact& fact) const {
    return execution_.model->contains(fact.relation, fact.at, fact.tuple);
  }
  /// Returns the tuples that match a negated premise and so make it fail.
  [[nodiscard]] std::vector<Fact> matches(const provenance::Goal& absent) const;
  /// Returns the firing's premise that its head held one tick before, or nullopt if it has none.
  [[nodiscard]] std::optional<Fact> persisted_from(const provenance::DerivationGraph& graph,
                                                   const provenance::Firing& firing) const;

  /// Returns true if the firing's premises can be derived without its head. Every tuple that needs
  /// a rule has such a firing. A proof of such firings contains no cycle.
  [[nodiscard]] bool founded(const provenance::DerivationGraph& graph,
                             const provenance::Firing& firing) const;
  /// Returns the founded() firing with the fewest premises, or the first of them in rule order.
  /// There must be one.
  [[nodiscard]] const provenance::Firing& simplest(const Derived& derived) const;
  /// Returns true if the tuple was only kept from the previous tick. `fact` must hold in the
  /// execution.
  bool kept(const Fact& fact);

 private:
  void add(const provenance::DerivationGraph& graph);

  const Subject& subject_;
  const Rerun& execution_;
  BudgetCheck check_;
  std::vector<std::unique_ptr<provenance::DerivationGraph>> graphs_;
  /// For each goal, how many rules of its tick must fire one after the other to derive it.
  std::map<const provenance::DerivationGraph*, std::vector<std::size_t>> ranks_;
  std::map<Fact, Derived> derived_;
};

/// Returns true if the fact has a firing in the good run with a premise that does not hold in this
/// run.
[[nodiscard]] bool lost_support(Derivations& good, const Derivations& here, const Fact& fact);

}  // namespace ldfi::results
