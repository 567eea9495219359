// Generates the requests that clients send in a test from a few parameters. The same parameters
// always generate the same requests.
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

/// Returns the workload with this name. Returns nullopt if there is none.
[[nodiscard]] std::optional<Workload> workload_named(std::string_view name);
/// Returns the names of all workloads in alphabetical order, for error messages.
[[nodiscard]] std::vector<std::string> workload_names();

struct WorkloadSize {
  std::uint64_t operations = 1;  ///< number of operations, not counting the final reads
  std::uint64_t clients = 1;
  std::uint64_t keys = 1;            ///< number of keys of lin-kv, kafka and txn
  std::int64_t from = 50'000'000;    ///< time of the first operation, in nanoseconds
  std::int64_t every = 100'000'000;  ///< time between two operations, in nanoseconds
  /// Time of the final read of each node, for workloads that have final reads.
  std::int64_t final_reads = 0;
  std::uint64_t seed = 1;  ///< seed of the random choices, such as keys
  /// True if transactions overwrite registers, false if they append to lists.
  bool registers = false;
};

/// Returns the operations in the order of time. Clients send their requests to the nodes in turn.
[[nodiscard]] std::vector<Operation> operations_of(Workload kind, const WorkloadSize& size,
                                                   const std::vector<std::string>& nodes);
[[nodiscard]] Checker checker_of(Workload kind);

}  // namespace ldfi::systems
