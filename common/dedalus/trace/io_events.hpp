// Finds the messages and writes of nodes in an execution of a Dedalus program. Failure ids are made
// from them.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "common/dedalus/trace/step_again.hpp"
#include "common/failures/io_event.hpp"

namespace ldfi::trace {

/// Finds the events of many executions of one program. One object serves one thread at a time.
class IoEvents {
 public:
  /// `program` and `fspec` must outlive this object. `limits` apply to each execution.
  IoEvents(const dedalus::Program& program, const Fspec& fspec,
           const eval::EvalLimits& limits = {});

  /// Returns the events of the ticks 1 … EOT − 1, sorted. Later messages and writes have no effect,
  /// so they are left out. A node writes a stable relation at a tick if the relation would hold
  /// other tuples there at the next tick. Throws as Stepper does.
  [[nodiscard]] std::vector<failures::IoEvent> of(const FaultSet& faults, const eval::Model& model);

 private:
  using Event = failures::IoEvent;
  /// Tuples on disks, by relation and node.
  using Disks = std::map<std::pair<RelationId, NodeId>, std::set<eval::Tuple>>;

  void add_writes(Time at, const FaultSet& faults, const eval::Model& model, Disks next,
                  std::vector<Event>& out) const;
  [[nodiscard]] bool runs(const FaultSet& faults, NodeId node, Time at) const;
  [[nodiscard]] std::optional<NodeId> node_of(const dedalus::Value* tuple) const;

  const dedalus::Program& program_;
  const Fspec& fspec_;
  /// The program without the rules that keep tuples on disks.
  const dedalus::Program only_writing_;
  std::vector<RelationId> stored_;  ///< relations that are stored on disks, sorted
  StepAgain step_;
};

}  // namespace ldfi::trace
