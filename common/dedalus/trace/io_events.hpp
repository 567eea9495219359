// Finds the messages and disk writes in an execution of a Dedalus program. Failure ids, such as
// "the second write of n fails", are made from them.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "common/dedalus/trace/step_again.hpp"
#include "common/failures/io_event.hpp"

namespace ldfi::trace {

/// Finds the messages and writes in many executions of one program. Threads must not share an
/// object.
class IoEvents {
 public:
  /// `program` and `fspec` must outlive this object. `limits` apply to each execution.
  IoEvents(const dedalus::Program& program, const Fspec& fspec,
           const eval::EvalLimits& limits = {});

  /// Returns the messages and writes of the ticks 1 … EOT − 1, sorted. Later ones have no effect,
  /// so they are left out. A node counts as writing a stable relation at a tick if the relation's
  /// tuples there would change by the next tick. Throws as Stepper does.
  [[nodiscard]] std::vector<failures::IoEvent> of(const FaultSet& faults, const eval::Model& model);

 private:
  using Event = failures::IoEvent;
  /// The tuples on disks, by relation and node.
  using Disks = std::map<std::pair<RelationId, NodeId>, std::set<eval::Tuple>>;

  void add_writes(Time at, const FaultSet& faults, const eval::Model& model, Disks next,
                  std::vector<Event>& out) const;
  [[nodiscard]] bool runs(const FaultSet& faults, NodeId node, Time at) const;
  [[nodiscard]] std::optional<NodeId> node_of(const dedalus::Value* tuple) const;

  const dedalus::Program& program_;
  const Fspec& fspec_;
  /// The program without the generated rules that keep tuples on disks, so that only writes remain.
  const dedalus::Program only_writing_;
  std::vector<RelationId> stored_;  ///< relations that are stored on disks, sorted
  StepAgain step_;
};

}  // namespace ldfi::trace
