// The result of a search of one Fspec: what was found, and the work that it took.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/big_int.hpp"
#include "common/record/execution.hpp"
#include "common/record/falsifier.hpp"
#include "common/record/specification.hpp"

namespace ldfi {

/// Name of the invariant about pre and post in lists of specifications. The invariant comes first.
inline constexpr std::string_view invariant_name = "invariant";

/// Reason of a vacuous verdict if the program promises something but no fault is possible.
inline constexpr std::string_view no_fault_possible =
    "the failure-free run sends no message and writes nothing that a fault of this Fspec could "
    "hit, so no fault was possible";

struct SearchResult {
  Verdict verdict = Verdict::inconclusive;
  /// Why the result is inconclusive or may be incomplete: the limit that ended the search ("time",
  /// "runs", …). For a vacuous verdict, ends with no_fault_possible. Otherwise empty.
  std::string reason;
  /// Messages about an arithmetic error in an execution, for the smallest fault set with such an
  /// error. If there is no counterexample, the error decides the exit status (65).
  std::string error;
  BigInt executed = 0;       ///< number of executions, including the one without faults
  std::uint64_t wasted = 0;  ///< number of executions that were started ahead and then not needed
  /// Number of violating fault sets, if the strategy counted them.
  std::optional<BigInt> violating;
  double solve_s = 0;
  double execute_s = 0;
  std::vector<Execution> executions;  ///< executions in the order in which their results arrived
  std::vector<Falsifier> falsifiers;  ///< counterexamples in the order of fault sets, smaller sets
                                      ///< first
  /// Results of all specifications, in the order of the program. Empty if the program has none.
  /// Otherwise `falsifiers` has the counterexamples of all specifications, without repetitions.
  /// `verdict` is then the worst verdict of the specifications that decide the run.
  std::vector<SpecificationResult> specifications;
};

/// Returns why the result is invalid: a specification names a counterexample or a parent that does
/// not exist. Returns nullptr if the result is valid.
[[nodiscard]] const char* malformed(const SearchResult& result);

/// Collects the counterexamples of all lists in `falsifiers` without repetitions, and sets the
/// indices in the specifications. Requires one list for each specification, or a single list if
/// there are no specifications. A counterexample is known to be minimal if it is minimal in each
/// list that contains it.
void gather(SearchResult& result, const std::vector<std::vector<Falsifier>>& of_each);
/// Returns the counterexamples of each specification, as gather() expects them.
[[nodiscard]] std::vector<std::vector<Falsifier>> falsifiers_of_each(const SearchResult& result);

/// Returns true if the result is about pre and post, false if the run judges only specifications.
[[nodiscard]] bool has_invariant(const SearchResult& result);

/// Returns true if an arithmetic error decides the exit status (65), because no known fault set
/// violates a promise that decides the verdict.
[[nodiscard]] bool decides_by_error(const SearchResult& result);

/// The counterexample that reports show first, and one of the specifications that it violates.
/// `specification` is nullopt if the counterexample belongs to no specification.
struct ShownFalsifier {
  std::uint32_t falsifier = 0;
  std::optional<std::size_t> specification;
};
/// Returns the counterexample to show in reports that show only one. This is the first one of the
/// worst violated specification that decides the verdict. Specifications are compared by verdict,
/// then severity, then number of faults. If no such specification is violated, returns the first
/// counterexample. Returns nullopt if there is no counterexample.
[[nodiscard]] std::optional<ShownFalsifier> choose_falsifier_to_show(const SearchResult& result);

/// Returns true if something is certified and no fault set is known to violate anything. In this
/// case, the caller must check whether the Fspec allows any fault at all.
[[nodiscard]] bool may_be_out_of_reach(const SearchResult& result);
/// Changes certified verdicts to vacuous, if no fault was possible.
void mark_vacuous(SearchResult& result);
/// Returns true if the result is vacuous because no fault was possible.
[[nodiscard]] bool is_out_of_reach(const SearchResult& result);

/// Returns the meaning of the verdict in one sentence, which mentions the invariant or the
/// specifications.
[[nodiscard]] std::string meaning_of(const SearchResult& result);

/// Returns the tuples of one specification that one counterexample violates.
[[nodiscard]] std::vector<std::string> violated_of(const SearchResult& result,
                                                   std::size_t specification,
                                                   const Falsifier& falsifier);

/// Returns a counterexample with the violations of one specification only. In the returned value,
/// `minimal` says that no proper subset violates this specification.
[[nodiscard]] Falsifier falsifier_of(const SearchResult& result, std::size_t specification,
                                     std::uint32_t falsifier);

}  // namespace ldfi
