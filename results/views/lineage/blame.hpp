// Which fault of an execution is to blame: for a step from one tick to the next that does not
// happen, or for a fact that only a fault makes hold.
#pragma once

#include "common/dedalus/eval/network.hpp"
#include "common/dedalus/provenance/graph.hpp"
#include "results/views/lineage/derivations.hpp"

namespace ldfi::results {

/// All must outlive it. A null pointer says that no fault is to blame.
class Blame {
 public:
  Blame(const Subject& subject, const FaultSet& faults);

  /// The fault that makes a built-in fact hold, which must hold in the execution.
  [[nodiscard]] const Fault& maker(const Fact& fact) const;
  /// The fault that keeps a firing of another execution from happening here. `clock` must be the
  /// firing's clock premise.
  [[nodiscard]] const Fault* loser(const provenance::DerivationGraph& graph,
                                   const provenance::Firing& firing, const provenance::Goal& clock);
  /// The fault because of which a relation is not written at the node of a clock premise.
  [[nodiscard]] const Fault* stopper(RelationId relation, const provenance::Goal& clock) const;

 private:
  /// The relation as failed writes know it; no_relation if its writes never fail.
  [[nodiscard]] NamedId stored(RelationId relation) const {
    const dedalus::Program& program = subject_.program();
    const std::string& name = program.stored_name(program.relation(relation));
    return subject_.fspec().find_stored(name).value_or(no_relation);
  }
  [[nodiscard]] std::optional<NodeId> node(dedalus::Value symbol) const {
    return subject_.fspec().find(subject_.program().symbols.text(symbol));
  }

  const Subject& subject_;
  const FaultSet& faults_;
  eval::Network network_;
};

}  // namespace ldfi::results
