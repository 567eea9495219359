// The result of the search for one Fspec, which may be one of several in a sweep (a cell).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/faults/fspec.hpp"
#include "common/record/graph_table.hpp"
#include "common/record/minimisation.hpp"
#include "common/record/search_result.hpp"
#include "common/record/trace.hpp"

namespace ldfi {

/// The result of one of several searches for the same Fspec that differ only in their seeds (option
/// --repeat).
struct Repeat {
  std::uint64_t seed = 0;
  Verdict verdict = Verdict::inconclusive;
  BigInt executed = 0;
  double wall_s = 0;
};

/// The numbers of fault sets that the option --count computes, in addition to
/// SearchResult::violating. They are decimal texts, because they may have a million digits.
struct FaultSetCounts {
  std::string vacuous;
  std::string passing;
  std::string failing;             ///< number of fault sets whose execution ends in an arithmetic
                                   ///< error
  std::optional<double> random_p;  ///< probability that one draw of a random search violates
  std::uint64_t states = 0;        ///< largest number of states that counting needed at one tick
};

/// A search result with the other data that summaries and results files show. Each counterexample
/// (falsifier) was executed once more, and Falsifier::violated is the result of that execution.
struct Cell : SearchResult {
  FspecParameters fspec;
  /// Constants of the program that a sweep varies, each with its value for this cell, as
  /// NAME=VALUE.
  std::vector<std::string> params;
  /// The numbers of fault sets of the Fspec, in decimal. Empty if there was not enough time to
  /// compute them.
  std::string combinations;
  std::string distinct_fault_sets;
  std::uint64_t universe_facts = 0;
  std::uint64_t universe_instances = 0;
  std::uint64_t failure_free_pre = 0;  ///< number of tuples of `pre` at EOT in the execution
                                       ///< without faults
  /// Number of tuples of `post` at EOT in the execution without faults.
  std::uint64_t failure_free_post = 0;
  double wall_s = 0;
  std::vector<GraphTable> graphs;
  std::vector<Trace> traces;
  std::optional<FaultSetCounts> counts;
  /// Minimisation of the first counterexample, if requested; not stored in a journal.
  std::optional<Minimisation> minimisation{};
  std::vector<Repeat> repeats;  ///< results of the single searches; empty if there was only one
                                ///< search
  /// True if the search ended early, so that it may have missed counterexamples. Not stored,
  /// because `reason` implies it.
  bool unfinished = false;
  /// True if the result is certified although no fault influences the invariant, not even the loss
  /// of every message. Not stored, because another execution can find it out.
  bool untouched = false;
  /// For each specification, true if it is certified although no fault influences it; may be empty.
  std::vector<bool> untouched_each;
};

/// Returns a cell that contains only the parameters of its Fspec.
[[nodiscard]] Cell empty_cell(const Fspec& fspec);

/// Returns the share of all fault sets that violate a promise, or nullopt if they were not counted.
[[nodiscard]] std::optional<double> violating_share(const Cell& cell);
/// Returns a share in percent, such as `4.651 %`. The share should be above 0. A share of 0 is
/// shown as a very small one, because the exact share may be too small for a double.
[[nodiscard]] std::string percent(double share);
/// Returns the average number of executions that a random search needs to find a counterexample,
/// including the execution without faults. Returns nullopt if the number is unknown or infinite.
[[nodiscard]] std::optional<double> expected_random_runs(const Cell& cell);

/// Computes the numbers of fault sets of the Fspec and stores them in the cell. Leaves them empty
/// if `check` throws BudgetExceeded.
void add_sizes(Cell& cell, const Fspec& fspec, const BudgetCheck& check);

}  // namespace ldfi
