// What a search of one Fspec has found, and what it took.
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

/// How the invariant of pre and post is called among specifications, where it is the first.
inline constexpr std::string_view invariant_name = "invariant";

/// Why a result is vacuous although something was promised.
inline constexpr std::string_view no_fault_possible =
    "the failure-free run sends no message and writes nothing that a fault of this Fspec could "
    "hit, so no fault was possible";

struct SearchResult {
  Verdict verdict = Verdict::inconclusive;
  /// Why it is inconclusive, or its list not complete; names the budget ("time", "runs", …). Or
  /// why it is vacuous: ends with no_fault_possible.
  std::string reason;
  /// An execution that ended in an arithmetic error, as rendered diagnostics: the least such set
  /// that the search knows. It hides no counterexample; without one, it is the answer (status 65).
  std::string error;
  BigInt executed = 0;              ///< forward executions, the failure-free one included
  std::uint64_t wasted = 0;         ///< speculative executions whose result was not needed
  std::optional<BigInt> violating;  ///< violating fault sets, if the strategy counted them
  double solve_s = 0;
  double execute_s = 0;
  std::vector<Execution> executions;  ///< in the order in which results came in
  std::vector<Falsifier> falsifiers;  ///< in FaultSet order
  /// One for each specification of the program, in its order, if there are any. Then `falsifiers`
  /// are those of all of them, each once, and `verdict` is the worst that counts.
  std::vector<SpecificationResult> specifications;
};

/// Why no search has this result, as a text; null if one may: its specifications name falsifiers
/// and parents that there are.
[[nodiscard]] const char* malformed(const SearchResult& result);

/// Makes `falsifiers` those of all lists, each once, and points the specifications to theirs. There is a
/// list for each specification, or one if there are none. One
/// is known to be minimal if it is so in each list that has it.
void gather(SearchResult& result, const std::vector<std::vector<Falsifier>>& of_each);
/// The falsifiers of each specification, as gather() takes them.
[[nodiscard]] std::vector<std::vector<Falsifier>> falsifiers_of_each(const SearchResult& result);

/// True unless specifications alone are judged, and pre and post mean nothing.
[[nodiscard]] bool has_invariant(const SearchResult& result);

/// True if an arithmetic error is the answer (status 65): no fault set is known that violates what counts.
[[nodiscard]] bool error_is_answer(const SearchResult& result);

/// Indexes of a falsifier, and of the specification that it is of, if it is known to be of one.
struct FirstToTell {
  std::uint32_t falsifier = 0;
  std::optional<std::size_t> specification;
};
/// The falsifier that a view shows if it shows one of several: the first one of the worst violated
/// specification that counts, by verdict, then by severity, then by the fewest faults. If no such
/// specification is violated, it is the first falsifier of all. Nullopt without falsifiers.
[[nodiscard]] std::optional<FirstToTell> first_to_tell(const SearchResult& result);

/// True if something is certified, and no fault is known to violate anything: whether a fault was possible
/// matters.
[[nodiscard]] bool may_be_out_of_reach(const SearchResult& result);
/// Makes vacuous what is certified, because no fault was possible.
void call_out_of_reach(SearchResult& result);
/// True if that is why the result is vacuous.
[[nodiscard]] bool is_out_of_reach(const SearchResult& result);

/// What its verdict means, in one sentence: of the invariant, or of specifications.
[[nodiscard]] std::string meaning_of(const SearchResult& result);

/// What is violated by one of the falsifiers, of one of the specifications alone.
[[nodiscard]] std::vector<std::string> violated_of(const SearchResult& result,
                                                   std::size_t specification,
                                                   const Falsifier& falsifier);

/// One of a specification's falsifiers as that one sees it: `violated` is of it alone, `minimal`
/// means that no proper subset violates it.
[[nodiscard]] Falsifier falsifier_of(const SearchResult& result, std::size_t specification,
                                     std::uint32_t falsifier);

}  // namespace ldfi
