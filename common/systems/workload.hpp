// Generates the operations of clients from a few numbers. The same numbers generate the same
// operations.
#pragma once

#include <optional>
#include <string_view>

#include "common/systems/plan.hpp"

namespace ldfi::systems {

enum class Workload : std::uint8_t {
  echo,
  unique_ids,
  broadcast,
  set,
  counter,
  pn_counter,
  lin_kv,
  kafka,
  txn
};

/// Returns nullopt if there is no workload with this name.
[[nodiscard]] std::optional<Workload> workload_named(std::string_view name);
/// Returns all names in alphabetical order, for messages.
[[nodiscard]] std::vector<std::string> workload_names();

struct WorkloadSize {
  std::uint64_t operations = 1;  ///< number of operations, except the final reads
  std::uint64_t clients = 1;
  std::uint64_t keys = 1;            ///< number of keys of lin-kv, kafka and txn
  std::int64_t from = 50'000'000;    ///< time of the first operation, in nanoseconds
  std::int64_t every = 100'000'000;  ///< time between two operations, in nanoseconds
  std::int64_t final_reads = 0;      ///< final reads of each node, for workloads that have them
  std::uint64_t seed = 1;            ///< seed of the random choices of operations
  bool registers = false;  ///< true if txn writes to registers instead of appending to lists
};

/// Returns the operations in the order of time. Clients send them to the `nodes` in turn.
[[nodiscard]] std::vector<Operation> operations_of(Workload kind, const WorkloadSize& size,
                                                   const std::vector<std::string>& nodes);
[[nodiscard]] Checker checker_of(Workload kind);

}  // namespace ldfi::systems
