// What nodes sent and wrote in an execution of a Dedalus program, for failure ids.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "common/dedalus/trace/step_again.hpp"
#include "common/failures/io_event.hpp"

namespace ldfi::trace {

/// Prepared once for many executions of one program. For one thread at a time.
class IoEvents {
 public:
  /// `program` and `fspec` must outlive it; `limits` are those of each execution.
  IoEvents(const dedalus::Program& program, const Fspec& fspec,
           const eval::EvalLimits& limits = {});

  /// The events of the ticks 1 … EOT − 1, sorted: what is sent or written later, nobody sees. A node
  /// writes a stable relation at a tick if it would hold other tuples there at the next one. Throws as
  /// Stepper does.
  [[nodiscard]] std::vector<failures::IoEvent> of(const FaultSet& faults, const eval::Model& model);

 private:
  using Event = failures::IoEvent;
  /// What is on a disk, by relation and node.
  using Disks = std::map<std::pair<RelationId, NodeId>, std::set<eval::Tuple>>;

  void add_writes(Time at, const FaultSet& faults, const eval::Model& model, Disks next,
                  std::vector<Event>& out) const;
  [[nodiscard]] bool runs(const FaultSet& faults, NodeId node, Time at) const;
  [[nodiscard]] std::optional<NodeId> node_of(const dedalus::Value* tuple) const;

  const dedalus::Program& program_;
  const Fspec& fspec_;
  const dedalus::Program only_writing_;  ///< in which nothing stays on a disk by itself
  std::vector<RelationId> stored_;       ///< sorted
  StepAgain step_;
};

}  // namespace ldfi::trace
