// Finds the fault to blame: for a missing step from one tick to the next, or for a fact that only a
// fault makes hold.
#pragma once

#include "common/dedalus/eval/network.hpp"
#include "common/dedalus/provenance/graph.hpp"
#include "results/views/lineage/derivations.hpp"

namespace ldfi::results {

/// `subject` and `faults` must outlive this object. A null result means that no fault is to blame.
class Blame {
 public:
  Blame(const Subject& subject, const FaultSet& faults);

  /// Returns the fault that makes a built-in fact hold. The fact must hold in the execution.
  [[nodiscard]] const Fault& maker(const Fact& fact) const;
  /// Returns the fault that prevents here a firing of another execution. `clock` must be the
  /// firing's clock premise.
  [[nodiscard]] const Fault* loser(const provenance::DerivationGraph& graph,
                                   const provenance::Firing& firing, const provenance::Goal& clock);
  /// Returns the fault that keeps a relation from being written at the node of a clock premise.
  [[nodiscard]] const Fault* stopper(RelationId relation, const provenance::Goal& clock) const;

 private:
  /// Returns the relation's number in failed writes, or no_relation if its writes never fail.
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
