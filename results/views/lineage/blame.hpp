// Finds the fault that caused a difference: a fact that does not carry over from one tick to the next, or a
// fact that only a fault makes hold.
#pragma once

#include "common/dedalus/eval/network.hpp"
#include "common/dedalus/provenance/graph.hpp"
#include "results/views/lineage/derivations.hpp"

namespace ldfi::results {

/// `subject` and `faults` must outlive the object. Functions return null if no fault is the cause.
class Blame {
 public:
  Blame(const Subject& subject, const FaultSet& faults);

  /// Returns the fault that makes a built-in fact hold. Requires that the fact holds in the execution.
  [[nodiscard]] const Fault& fault_behind(const Fact& fact) const;
  /// Returns the fault that prevents, in this execution, a firing that another execution has. `clock` must be
  /// the clock premise of the firing.
  [[nodiscard]] const Fault* lossy_fault(const provenance::DerivationGraph& graph,
                                         const provenance::Firing& firing,
                                         const provenance::Goal& clock);
  /// Returns the fault that prevents a relation from being written at the node in a clock premise.
  [[nodiscard]] const Fault* write_blocker(RelationId relation,
                                           const provenance::Goal& clock) const;

 private:
  /// Returns the number of the relation in failed writes, or no_relation if its writes cannot fail.
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
