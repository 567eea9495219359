// A counterexample that is executed again: one that an earlier run stored (--known FILE, before the search), or
// one that somebody names (--replay).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/errors.hpp"

namespace ldfi {

/// The outcome of an execution with known faults.
enum class CaseOutcome : std::uint8_t {
  violated,      ///< the subject violates what is judged under these faults
  not_violated,  ///< the execution ended and shows no violation
  not_admitted,  ///< the faults are not a fault set of the Fspec
  not_executed,  ///< the execution has no end: an arithmetic error, or the budget
  diverged       ///< another execution than the one that was requested, so nothing is known
};

/// The outcome, and the reason for every outcome that needs one.
struct CaseResult {
  CaseOutcome outcome = CaseOutcome::not_executed;
  std::string why{};
  bool operator==(const CaseResult&) const = default;
};

/// As it stands in the file.
struct StoredFalsifier {
  std::string name;    ///< the file, and which one of it: `once.h5 f2`
  std::string faults;  ///< in written form
  std::vector<std::string> violated{};
};

struct KnownCase {
  std::string name;
  std::string faults;
  CaseOutcome outcome = CaseOutcome::not_executed;
  std::string why{};                    ///< it is not admitted, not executed, or not left out
  std::vector<std::string> violated{};  ///< by this execution
  bool left_out = false;                ///< the search leaves out every fault set that contains it
  bool operator==(const KnownCase&) const = default;
};

[[nodiscard]] const std::string& name_of(CaseOutcome outcome);
/// Returns 1 if it is violated, 0 if it is not, and 2 otherwise.
[[nodiscard]] ExitStatus exit_status(CaseOutcome outcome);

[[nodiscard]] std::optional<CaseOutcome> known_outcome_named(std::string_view name);

/// How many there are of each outcome: `3 violated, 1 not violated`.
[[nodiscard]] std::string counts_of(const std::vector<KnownCase>& cases);
/// `diverged: C(n0,#9) strikes nothing any more`
[[nodiscard]] std::string text_of(const CaseResult& one);
/// `once.h5 f2 O(a,b,1): not admitted: a message is lost after EFF`
[[nodiscard]] std::string text_of(const KnownCase& one);

}  // namespace ldfi
