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

/// Name of the invariant of pre and post in lists of specifications, where it is first.
inline constexpr std::string_view invariant_name = "invariant";

/// Reason of a vacuous result if something was promised but no fault was possible.
inline constexpr std::string_view no_fault_possible =
    "the failure-free run sends no message and writes nothing that a fault of this Fspec could "
    "hit, so no fault was possible";

struct SearchResult {
  Verdict verdict = Verdict::inconclusive;
  /// Why the result is inconclusive or its list incomplete: names the budget ("time", "runs", …).
  /// For a vacuous result, ends with no_fault_possible. Otherwise empty.
  std::string reason;
  /// Diagnostics of the least known fault set whose execution ended in an arithmetic error. If
  /// there is no counterexample, the error decides the exit status (65).
  std::string error;
  BigInt executed = 0;       ///< number of executions, including the failure-free run
  std::uint64_t wasted = 0;  ///< number of executions that were begun early and then not needed
  /// Number of violating fault sets, if the strategy counted them.
  std::optional<BigInt> violating;
  double solve_s = 0;
  double execute_s = 0;
  std::vector<Execution> executions;  ///< executions in the order in which their results arrived
  std::vector<Falsifier> falsifiers;  ///< falsifiers in FaultSet order
  /// Results of the specifications, in the order of the program. Empty if the program has no
  /// specifications. Otherwise `falsifiers` has the falsifiers of all specifications, each once,
  /// and `verdict` is the worst verdict of the specifications that count.
  std::vector<SpecificationResult> specifications;
};

/// Returns why no search can have this result: a specification names a falsifier or a parent that
/// does not exist. Returns nullptr if the result is well-formed.
[[nodiscard]] const char* malformed(const SearchResult& result);

/// Collects the falsifiers of all lists in `falsifiers`, each once, and sets the indices in the
/// specifications. Requires one list for each specification, or a single list if there are none. A
/// falsifier is known to be minimal if it is minimal in each list that contains it.
void gather(SearchResult& result, const std::vector<std::vector<Falsifier>>& of_each);
/// Returns the falsifiers of each specification, in the form that gather() takes.
[[nodiscard]] std::vector<std::vector<Falsifier>> falsifiers_of_each(const SearchResult& result);

/// Returns true if the result is about pre and post, false if only named specifications are judged.
[[nodiscard]] bool has_invariant(const SearchResult& result);

/// Returns true if an arithmetic error decides the exit status (65), because no known fault set
/// violates anything that counts.
[[nodiscard]] bool error_is_answer(const SearchResult& result);

/// The falsifier that views show first, and one of the specifications that it violates. The
/// specification is nullopt if the falsifier belongs to none.
struct ShownFalsifier {
  std::uint32_t falsifier = 0;
  std::optional<std::size_t> specification;
};
/// Returns the falsifier that views show if they show only one: the first falsifier of the worst
/// violated specification that counts. The worst is found by verdict, then severity, then number of
/// faults. If no such specification is violated, returns the first falsifier of all. Returns
/// nullopt if there are no falsifiers.
[[nodiscard]] std::optional<ShownFalsifier> falsifier_to_show(const SearchResult& result);

/// Returns true if something is certified and no fault set is known to violate anything. Then the
/// caller must check whether a fault was possible at all.
[[nodiscard]] bool may_be_out_of_reach(const SearchResult& result);
/// Changes certified verdicts to vacuous, because no fault was possible.
void mark_out_of_reach(SearchResult& result);
/// Returns true if the result is vacuous because no fault was possible.
[[nodiscard]] bool is_out_of_reach(const SearchResult& result);

/// Returns the meaning of the verdict in one sentence, which mentions the invariant or the
/// specifications.
[[nodiscard]] std::string meaning_of(const SearchResult& result);

/// Returns the violated tuples of one specification under one falsifier.
[[nodiscard]] std::vector<std::string> violated_of(const SearchResult& result,
                                                   std::size_t specification,
                                                   const Falsifier& falsifier);

/// Returns a falsifier with only the violations of one specification. In the result, `minimal`
/// means that no proper subset violates this specification.
[[nodiscard]] Falsifier falsifier_of(const SearchResult& result, std::size_t specification,
                                     std::uint32_t falsifier);

}  // namespace ldfi
