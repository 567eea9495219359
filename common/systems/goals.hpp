// The rules by which executions of a real system are judged. docs/reference/checkers.md defines
// what each checker promises.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ldfi::systems {

/// Checkers of the histories of clients (common/systems/check). The last two cannot be named in a
/// config: a program of the user, and Dedalus specifications over all events
/// (common/systems/observe).
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

/// Consistency levels of the checker txn. Each one promises more than those before it.
enum class Consistency : std::uint8_t {
  read_uncommitted,
  read_committed,
  snapshot_isolation,
  serializable,
  strict_serializable
};

/// Answers that a checker accepts although its rules exclude them. Maelstrom's checkers accept them, too
/// (docs/reference/checkers.md).
struct Accept {
  bool cas_code = false;            ///< lin-kv: any error as the answer of a failed cas
  bool initial_null = false;        ///< lin-kv: null as the value of a missing key
  bool uncommitted_offset = false;  ///< kafka: a committed offset that nobody committed
};

struct Goals {
  Checker checker = Checker::set;
  Consistency consistency = Consistency::serializable;
  Accept accept{};
  std::vector<std::string> command{};  ///< command of the checker `command`
  double command_s = 10;               ///< limit of real time for one history, in seconds
  std::vector<std::string> specs{};    ///< files of the checker `specifications`
  bool no_exit = true;                 ///< true if a node must not exit by itself
  /// From this time on, a node that is up must answer each request; nullopt if it need not.
  std::optional<std::int64_t> available_from{};
};

/// The names in the order of the enumerators.
[[nodiscard]] std::vector<std::string> checker_names();
[[nodiscard]] std::vector<std::string> consistency_names();

/// A key of `checker.accept`.
struct AcceptWord {
  const char* name;
  bool Accept::*field;
  Checker checker;  ///< the only checker that the word applies to
};
[[nodiscard]] const std::vector<AcceptWord>& accept_words();

}  // namespace ldfi::systems
