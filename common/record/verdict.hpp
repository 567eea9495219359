// The verdict of a search and the outcome of an execution, with their names and meanings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/errors.hpp"

namespace ldfi {

enum class Outcome : std::uint8_t {
  holds,
  violates,
  error,  ///< ended in an arithmetic error
  /// The execution exceeded its limits. Only one of the evaluators (plain) reports this.
  unended,
};

enum class Verdict : std::uint8_t { certified, counterexample, vacuous, broken, inconclusive };

[[nodiscard]] const std::string& name_of(Outcome outcome);
[[nodiscard]] std::optional<Outcome> outcome_named(std::string_view name);

[[nodiscard]] const std::string& name_of(Verdict verdict);
[[nodiscard]] std::optional<Verdict> verdict_named(std::string_view name);
/// Returns the meaning of the verdict in one sentence, for users.
[[nodiscard]] const std::string& meaning_of(Verdict verdict);
/// Returns true if `one` is more important to the user than `other`. Used to compare the verdicts
/// of several Fspecs.
[[nodiscard]] bool worse(Verdict one, Verdict other);
/// Returns the exit status for the verdict (docs/reference/exit-status.md).
[[nodiscard]] ExitStatus exit_status(Verdict verdict);

}  // namespace ldfi
