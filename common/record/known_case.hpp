// Counterexamples that are executed again: those that an earlier run stored (--known FILE, executed
// before the search), and those that a user names (--replay).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/errors.hpp"

namespace ldfi {

/// The outcome of an execution that repeats a known counterexample.
enum class CaseOutcome : std::uint8_t {
  violated,      ///< the program or system violates a promise under these faults
  not_violated,  ///< the execution ended and violated no promise
  not_admitted,  ///< the Fspec does not admit these faults
  not_executed,  ///< the execution did not end, because of an arithmetic error or a limit
  diverged       ///< other events happened than the case requires, so the execution shows nothing
};

/// The outcome of one counterexample, and the reason for outcomes that need one.
struct CaseResult {
  CaseOutcome outcome = CaseOutcome::not_executed;
  std::string why{};
  bool operator==(const CaseResult&) const = default;
};

/// A counterexample from the results file of an earlier run.
struct StoredFalsifier {
  std::string name;    ///< file, and number of the counterexample in the file, such as `once.h5 f2`
  std::string faults;  ///< the faults as text
  std::vector<std::string> violated{};
};

struct KnownCase {
  std::string name;
  std::string faults;
  CaseOutcome outcome = CaseOutcome::not_executed;
  /// Reason why the case was not admitted, not executed, or not left out of the search; or empty.
  std::string why{};
  std::vector<std::string> violated{};  ///< tuples that violate a promise in this execution, as
                                        ///< text
  bool left_out = false;  ///< true if the search leaves out every fault set that contains these
                          ///< faults
  bool operator==(const KnownCase&) const = default;
};

[[nodiscard]] const std::string& name_of(CaseOutcome outcome);
/// Returns the exit status 1 if the case is violated, 0 if it is not, and 2 for other outcomes.
[[nodiscard]] ExitStatus exit_status(CaseOutcome outcome);

[[nodiscard]] std::optional<CaseOutcome> known_outcome_named(std::string_view name);

/// Returns the numbers of cases by outcome, such as `3 violated, 1 not violated`.
[[nodiscard]] std::string counts_of(const std::vector<KnownCase>& cases);
/// Returns the outcome and its reason, such as `diverged: C(n0,#9) strikes nothing any more`.
[[nodiscard]] std::string text_of(const CaseResult& one);
/// Returns the case as a line, such as `once.h5 f2 O(a,b,1): not admitted: a message is lost after
/// EFF`.
[[nodiscard]] std::string text_of(const KnownCase& one);

}  // namespace ldfi
