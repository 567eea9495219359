// Finds the firings that derive the tuples of one execution. Each tuple is examined once.
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

/// Returns a goal for all results of an aggregate in the same group as `head`, with a wildcard in the
/// aggregated column. Returns nullopt if the rule has no aggregate.
std::optional<provenance::Goal> group_of(const dedalus::Rule& rule, provenance::Goal head);

class Derivations {
 public:
  /// `check` is called regularly while firings are found, and may throw.
  Derivations(const Subject& subject, const Rerun& execution, BudgetCheck check = {})
      : subject_(subject), execution_(execution), check_(std::move(check)) {}

  struct Derived {
    const provenance::DerivationGraph* graph = nullptr;
    /// True if the fact is given by the program, and needs no rule.
    bool given = false;
    /// Firings that derive the fact, in the order of the rules.
    std::vector<const provenance::Firing*> firings{};
  };
  /// Finds the firings of all these facts together, which is faster than one fact after the other.
  void prepare(const std::vector<Fact>& facts);
  /// Returns the firings of a fact. Requires that the fact holds in the execution.
  const Derived& of(const Fact& fact);

  [[nodiscard]] const Rerun& execution() const { return execution_; }
  [[nodiscard]] bool holds(const Fact& fact) const {
    return execution_.model->contains(fact.relation, fact.at, fact.tuple);
  }
  /// Returns the tuples that match a negated premise, and so make it false.
  [[nodiscard]] std::vector<Fact> matches(const provenance::Goal& absent) const;
  /// Returns the firing's premise that its head held at the tick before, or nullopt if it has no such
  /// premise.
  [[nodiscard]] std::optional<Fact> persisted_from(const provenance::DerivationGraph& graph,
                                                   const provenance::Firing& firing) const;

  /// Returns true if the premises of the firing can be derived without its head. Every tuple that is not
  /// given has such a firing. A proof that uses only such firings has no cycle.
  [[nodiscard]] bool is_founded(const provenance::DerivationGraph& graph,
                                const provenance::Firing& firing) const;
  /// Returns the firing with the fewest premises among those for which is_founded() is true, or the first of
  /// several. Requires that there is one.
  [[nodiscard]] const provenance::Firing& simplest(const Derived& derived) const;
  /// Returns true if the tuple holds only because it held at the tick before. Requires that the fact holds in
  /// the execution.
  bool kept(const Fact& fact);

 private:
  void add(const provenance::DerivationGraph& graph);

  const Subject& subject_;
  const Rerun& execution_;
  BudgetCheck check_;
  std::vector<std::unique_ptr<provenance::DerivationGraph>> graphs_;
  /// For each graph, the ranks of its goals: see ranks_of().
  std::map<const provenance::DerivationGraph*, std::vector<std::size_t>> ranks_;
  std::map<Fact, Derived> derived_;
};

/// Returns true if a firing of the fact in the good execution has a premise that does not hold in this
/// execution.
[[nodiscard]] bool lost_support(Derivations& good, const Derivations& here, const Fact& fact);

}  // namespace ldfi::results
