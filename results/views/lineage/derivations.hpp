// Finds the firings (uses of rules with certain tuples) that derive the tuples of one execution.
// The firings of a tuple are found only once.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "common/dedalus/provenance/graph.hpp"
#include "results/views/trace/subject.hpp"

namespace ldfi::results {

/// A tuple of a relation that holds at a tick.
struct Fact {
  RelationId relation;
  eval::Tuple tuple;
  Time at;
  auto operator<=>(const Fact&) const = default;
};

/// For a tuple `head` that an aggregate (such as count) computed, returns the pattern of all
/// results for the same group: `head` with a wildcard in the aggregated column. Returns nullopt if
/// the rule has no aggregate.
std::optional<provenance::Goal> group_of(const dedalus::Rule& rule, provenance::Goal head);

class Derivations {
 public:
  /// `check` is called regularly while firings are searched, and may throw.
  Derivations(const Subject& subject, const Rerun& execution, BudgetCheck check = {})
      : subject_(subject), execution_(execution), check_(std::move(check)) {}

  struct Derived {
    const provenance::DerivationGraph* graph = nullptr;
    /// True if the program states the fact, so that no rule must derive it.
    bool given = false;
    /// Firings that derive the fact, in the order of the rules.
    std::vector<const provenance::Firing*> firings{};
  };
  /// Finds the firings of all these facts together, which is faster than single calls of of().
  void prepare(const std::vector<Fact>& facts);
  /// Returns the firings that derive a fact. The fact must hold in the execution.
  const Derived& of(const Fact& fact);

  [[nodiscard]] const Rerun& execution() const { return execution_; }
  [[nodiscard]] bool holds(const Fact& fact) const {
    return execution_.model->contains(fact.relation, fact.at, fact.tuple);
  }
  /// Returns the tuples that match a negated premise. Each of them makes the premise false.
  [[nodiscard]] std::vector<Fact> matches(const provenance::Goal& absent) const;
  /// If one premise of the firing is that its head held at the tick before, returns this premise.
  /// Otherwise returns nullopt.
  [[nodiscard]] std::optional<Fact> persisted_from(const provenance::DerivationGraph& graph,
                                                   const provenance::Firing& firing) const;

  /// Returns true if the premises of the firing can be derived without its head, which avoids
  /// proofs in a circle. Each tuple that the program does not state has such a firing.
  [[nodiscard]] bool is_founded(const provenance::DerivationGraph& graph,
                                const provenance::Firing& firing) const;
  /// Returns the firing with the fewest premises among those for which is_founded() is true. If
  /// there are several, returns the first. At least one must exist.
  [[nodiscard]] const provenance::Firing& simplest(const Derived& derived) const;
  /// Returns true if a rule that keeps facts derives the tuple from itself at the tick before. The
  /// fact must hold in the execution.
  bool kept(const Fact& fact);

 private:
  void add(const provenance::DerivationGraph& graph);

  const Subject& subject_;
  const Rerun& execution_;
  BudgetCheck check_;
  std::vector<std::unique_ptr<provenance::DerivationGraph>> graphs_;
  /// For each graph, the ranks of its goals, which is_founded() compares (see ranks_of()).
  std::map<const provenance::DerivationGraph*, std::vector<std::size_t>> ranks_;
  std::map<Fact, Derived> derived_;
};

/// Returns true if the fact has a firing in the good execution whose premise does not hold in this
/// execution.
[[nodiscard]] bool lost_support(Derivations& good, const Derivations& here, const Fact& fact);

}  // namespace ldfi::results
