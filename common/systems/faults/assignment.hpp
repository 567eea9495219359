// A request to a worker for one execution: the faults to inject, and the messages to deliver.
#pragma once

#include <optional>
#include <set>
#include <utility>

#include "common/systems/faults/draw.hpp"
#include "common/systems/faults/fault_set.hpp"

namespace ldfi::systems {

/// The messages between different nodes that are delivered. All other messages between nodes are
/// never delivered, which does not count as a fault. If nullopt, all messages are delivered.
using Deliveries = std::optional<std::set<MessageId>>;

struct Assignment {
  // The constructor is not explicit, because most assignments consist of faults only.
  Assignment(FaultSet what = {}, Deliveries arriving = std::nullopt)
      : faults(std::move(what)), deliveries(std::move(arriving)) {}

  FaultSet faults;
  Deliveries deliveries;
  std::optional<Draw> draw{};  ///< further faults that are drawn at random during the execution
};

}  // namespace ldfi::systems
