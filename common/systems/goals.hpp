// By what executions of a real system are judged. What each checker promises is in docs/reference/checkers.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ldfi::systems {

/// Checkers of the histories of clients (common/systems/check). The last two have no names: a program of the user,
/// and Dedalus specifications over all events (common/systems/observe).
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

/// What transactions promise, for the checker txn: each more than those before it.
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
  std::vector<std::string> command{};  ///< of the checker `command`
  double command_s = 10;               ///< of real time that it has for one history
  std::vector<std::string> specs{};    ///< files of the checker `specifications`
  bool no_exit = true;                 ///< no node ends by itself
  /// What clients ask from then on of a node that is up is answered; nothing: it need not be.
  std::optional<std::int64_t> available_from{};
};

/// By their numbers.
[[nodiscard]] std::vector<std::string> checker_names();
[[nodiscard]] std::vector<std::string> consistency_names();

/// A word of `checker.accept`.
struct AcceptWord {
  const char* name;
  bool Accept::*field;
  Checker checker;  ///< the checker that it is for
};
[[nodiscard]] const std::vector<AcceptWord>& accept_words();

}  // namespace ldfi::systems
