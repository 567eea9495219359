// Finds the fault that caused a difference between two executions: a fact is lost from one tick to
// the next, or holds only because of a fault.
#pragma once

#include "common/dedalus/eval/network.hpp"
#include "common/dedalus/provenance/graph.hpp"
#include "results/views/lineage/derivations.hpp"

namespace ldfi::results {

/// `subject` and `faults` must outlive the object. Functions return null if the cause is not a
/// fault.
class Blame {
 public:
  Blame(const Subject& subject, const FaultSet& faults);

  /// Returns the fault that makes a built-in fact hold, such as a fact that a node has crashed. The
  /// fact must hold in the execution.
  [[nodiscard]] const Fault& fault_behind(const Fact& fact) const;
  /// Returns the fault that prevents the firing of a rule in this execution. `firing` is from
  /// another execution, and `clock` is its clock premise, which names the node and the tick.
  [[nodiscard]] const Fault* lossy_fault(const provenance::DerivationGraph& graph,
                                         const provenance::Firing& firing,
                                         const provenance::Goal& clock);
  /// Returns the fault that prevents the node from writing the relation. `clock` is a clock
  /// premise, which names the node and the tick.
  [[nodiscard]] const Fault* write_blocker(RelationId relation,
                                           const provenance::Goal& clock) const;

 private:
  /// Returns the number by which failed writes name the relation, or no_relation if writes of the
  /// relation cannot fail.
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
