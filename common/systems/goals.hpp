// The rules for judging executions of a real system. docs/reference/checkers.md defines what each
// checker promises.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ldfi::systems {

/// The checkers that judge the history of an execution (common/systems/check). Configs do not name
/// `command` and `specifications`: the first runs a program of the user, the second evaluates
/// Dedalus specifications over all events.
enum class Checker : std::uint8_t {
  echo,
  unique_ids,
  set,
  counter,
  lin_kv,
  kafka,
  txn,
  command,
  specifications
};

/// Consistency levels of the checker txn, from the weakest to the strongest.
enum class Consistency : std::uint8_t {
  read_uncommitted,
  read_committed,
  snapshot_isolation,
  serializable,
  strict_serializable
};

/// Answers that a checker accepts on request although its rules forbid them. Maelstrom's checkers
/// accept the same answers (docs/reference/checkers.md).
struct Accept {
  bool cas_code = false;            ///< for lin-kv: a failed cas (compare-and-set) may be answered
                                    ///< with any error
  bool initial_null = false;        ///< for lin-kv: a read of a missing key may return null
  bool uncommitted_offset = false;  ///< for kafka: a list of committed offsets may have an offset
                                    ///< that nobody committed
};

struct Goals {
  Checker checker = Checker::set;
  Consistency consistency = Consistency::serializable;
  Accept accept{};
  /// Command of the user's program, if the checker is `command`.
  std::vector<std::string> command{};
  double command_s = 10;  ///< limit of real time in which the user's program must judge one
                          ///< history, in seconds
  /// Files of specifications, if the checker is `specifications`.
  std::vector<std::string> specs{};
  bool no_exit = true;  ///< true if a process of a node that exits by itself violates a promise
  /// Time from which on each node that is up must answer each request. Nullopt if nodes need not
  /// answer.
  std::optional<std::int64_t> available_from{};
};

/// Returns the names of all checkers, in the order of the enumerators. consistency_names() returns
/// the names of the consistency levels in the same way.
[[nodiscard]] std::vector<std::string> checker_names();
[[nodiscard]] std::vector<std::string> consistency_names();

/// A key of `checker.accept`, and the member that it sets.
struct AcceptWord {
  const char* name;
  bool Accept::*field;
  Checker checker;  ///< the only checker for which the key has an effect
};
[[nodiscard]] const std::vector<AcceptWord>& accept_words();

}  // namespace ldfi::systems
