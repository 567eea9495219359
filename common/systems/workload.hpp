// What clients do, made from a few numbers: the same numbers make the same operations.
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

/// Nothing if there is no workload of that name.
[[nodiscard]] std::optional<Workload> workload_named(std::string_view name);
/// All names, in alphabetical order, for messages.
[[nodiscard]] std::vector<std::string> workload_names();

struct WorkloadSize {
  std::uint64_t operations = 1;  ///< besides the reads at the end
  std::uint64_t clients = 1;
  std::uint64_t keys = 1;          ///< of lin-kv, kafka and txn
  std::int64_t from = 50'000'000;  ///< the first operation
  std::int64_t every = 100'000'000;
  std::int64_t final_reads = 0;  ///< of each node, where reading is what counts
  std::uint64_t seed = 1;        ///< chooses what is asked, where there is a choice
  bool registers = false;        ///< txn writes to registers, and does not append to lists
};

/// By time. `nodes` are asked in turn.
[[nodiscard]] std::vector<Operation> operations_of(Workload kind, const WorkloadSize& size,
                                                   const std::vector<std::string>& nodes);
[[nodiscard]] Checker checker_of(Workload kind);

}  // namespace ldfi::systems
