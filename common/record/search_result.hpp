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

/// Name of the invariant of pre and post among specifications. It is the first of them.
inline constexpr std::string_view invariant_name = "invariant";

/// Reason of a vacuous result if promises were made but no fault was possible.
inline constexpr std::string_view no_fault_possible =
    "the failure-free run sends no message and writes nothing that a fault of this Fspec could "
    "hit, so no fault was possible";

struct SearchResult {
  Verdict verdict = Verdict::inconclusive;
  /// Reason why the result is inconclusive or its list incomplete; names the budget ("time",
  /// "runs", …). For a vacuous result, ends with no_fault_possible.
  std::string reason;
  /// Diagnostics of an execution that ended in an arithmetic error: the one with the least fault
  /// set known. Counterexamples come first; without one, the error is the answer (status 65).
  std::string error;
  BigInt executed = 0;              ///< forward executions, including the failure-free one
  std::uint64_t wasted = 0;         ///< speculative executions whose results were not needed
  std::optional<BigInt> violating;  ///< violating fault sets, if the strategy counted them
  double solve_s = 0;
  double execute_s = 0;
  std::vector<Execution> executions;  ///< in the order in which results arrived
  std::vector<Falsifier> falsifiers;  ///< in FaultSet order
  /// Results of the specifications of the program, in its order; empty if it has none. Otherwise
  /// `falsifiers` contains the falsifiers of all specifications, each once, and `verdict` is the
  /// worst of those that count.
  std::vector<SpecificationResult> specifications;
};

/// Returns a text that says why no search can have this result, or nullptr. It is malformed if a
/// specification names a falsifier or a parent that does not exist.
[[nodiscard]] const char* malformed(const SearchResult& result);

/// Collects the falsifiers of all lists, each once, in `falsifiers`, and sets the indices in the
/// specifications. Requires a list for each specification, or one list if there are none. A
/// falsifier is known to be minimal if it is minimal in each list that contains it.
void gather(SearchResult& result, const std::vector<std::vector<Falsifier>>& of_each);
/// Returns the falsifiers of each specification, in the form that gather() takes.
[[nodiscard]] std::vector<std::vector<Falsifier>> falsifiers_of_each(const SearchResult& result);

/// Returns true if the result is about pre and post. False if only specifications are judged.
[[nodiscard]] bool has_invariant(const SearchResult& result);

/// Returns true if an arithmetic error is the answer (status 65): no known fault set violates
/// anything that counts.
[[nodiscard]] bool error_is_answer(const SearchResult& result);

/// A falsifier and one of its specifications, as indices. The specification is nullopt if the
/// falsifier is not known to belong to one.
struct FirstToTell {
  std::uint32_t falsifier = 0;
  std::optional<std::size_t> specification;
};
/// Returns the falsifier that views show if they show only one. It is the first of the worst
/// violated specification that counts: by verdict, then severity, then number of faults. If no such
/// specification is violated, it is the first falsifier of all. Returns nullopt without falsifiers.
[[nodiscard]] std::optional<FirstToTell> first_to_tell(const SearchResult& result);

/// Returns true if something is certified and no fault set is known to violate anything. Then the
/// caller must check whether any fault was possible.
[[nodiscard]] bool may_be_out_of_reach(const SearchResult& result);
/// Changes certified verdicts to vacuous because no fault was possible.
void call_out_of_reach(SearchResult& result);
/// Returns true if the result is vacuous because no fault was possible.
[[nodiscard]] bool is_out_of_reach(const SearchResult& result);

/// Returns the meaning of the verdict in one sentence, for the invariant or for specifications.
[[nodiscard]] std::string meaning_of(const SearchResult& result);

/// Returns the violations of one specification under one falsifier.
[[nodiscard]] std::vector<std::string> violated_of(const SearchResult& result,
                                                   std::size_t specification,
                                                   const Falsifier& falsifier);

/// Returns a falsifier as one specification sees it: `violated` contains its violations only, and
/// `minimal` means that no proper subset violates it.
[[nodiscard]] Falsifier falsifier_of(const SearchResult& result, std::size_t specification,
                                     std::uint32_t falsifier);

}  // namespace ldfi
