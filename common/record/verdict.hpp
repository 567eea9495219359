// What a search of an Fspec ends with, and what one execution does: enums, and their names and
// meanings in the interface, which files and people see.
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
  error,    ///< an arithmetic error
  unended,  ///< no end within the budgets of one execution; only on the plain evaluator
};

enum class Verdict : std::uint8_t { certified, counterexample, vacuous, broken, inconclusive };

[[nodiscard]] const std::string& name_of(Outcome outcome);
[[nodiscard]] std::optional<Outcome> outcome_named(std::string_view name);

[[nodiscard]] const std::string& name_of(Verdict verdict);
[[nodiscard]] std::optional<Verdict> verdict_named(std::string_view name);
/// One sentence for people.
[[nodiscard]] const std::string& meaning_of(Verdict verdict);
/// Of several Fspecs, what the user should see first.
[[nodiscard]] bool worse(Verdict one, Verdict other);
/// The status to leave with (docs/reference/exit-status.md).
[[nodiscard]] ExitStatus exit_status(Verdict verdict);

}  // namespace ldfi
