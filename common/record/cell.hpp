// The result of the search of one Fspec, which may be a cell of a sweep.
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

/// The result of one of several searches of the same Fspec, which differ only in their seeds
/// (--repeat).
struct Repeat {
  std::uint64_t seed = 0;
  Verdict verdict = Verdict::inconclusive;
  BigInt executed = 0;
  double wall_s = 0;
};

/// The numbers of fault sets that --count computes, besides SearchResult::violating. They are
/// decimal texts, because they may have a million digits.
struct FaultSetCounts {
  std::string vacuous;
  std::string passing;
  std::string failing;             ///< executions that end in an arithmetic error
  std::optional<double> random_p;  ///< probability that one draw of a random search violates
  std::uint64_t states = 0;        ///< largest number of states at one tick
};

/// A search result and the other data that summaries and results files show. Each falsifier was
/// replayed: Falsifier::violated is the result of the replay.
struct Cell : SearchResult {
  FspecParameters fspec;
  /// Values of the constants of the program that differ between the cells of a sweep, as
  /// NAME=VALUE.
  std::vector<std::string> params;
  /// Exact sizes of the fault space, in decimal. Empty if the time did not suffice to compute them.
  std::string combinations;
  std::string distinct_fault_sets;
  std::uint64_t universe_facts = 0;
  std::uint64_t universe_instances = 0;
  std::uint64_t failure_free_pre = 0;  ///< number of tuples in `pre` at EOT of the failure-free run
  /// Number of tuples in `post` at EOT of the failure-free run.
  std::uint64_t failure_free_post = 0;
  double wall_s = 0;
  std::vector<GraphTable> graphs;
  std::vector<Trace> traces;
  std::optional<FaultSetCounts> counts;
  /// Minimisation of the first falsifier, if requested; not stored in a journal.
  std::optional<Minimisation> minimisation{};
  std::vector<Repeat> repeats;  ///< results of the single searches; empty if there was only one
  /// True if the search may have missed falsifiers because it ended early. Not stored, because
  /// `reason` implies it.
  bool unfinished = false;
  /// True if the result is certified, but no fault influences the invariant, not even the loss of
  /// every message. Not stored, because another execution can find it out.
  bool untouched = false;
  /// For each specification, true if it is certified and no fault influences it; may be empty.
  std::vector<bool> untouched_each;
};

/// Returns a cell that contains only its Fspec.
[[nodiscard]] Cell empty_cell(const Fspec& fspec);

/// Returns the share of the distinct fault sets that violate, or nullopt if they were not counted.
[[nodiscard]] std::optional<double> violating_share(const Cell& cell);
/// Returns a share in percent, such as `4.651 %`. The share is above 0, but 0 is accepted for a
/// share too small for a double.
[[nodiscard]] std::string percent(double share);
/// Returns the average number of executions that a random search needs, including the failure-free
/// run. Returns nullopt if the number is unknown or infinite.
[[nodiscard]] std::optional<double> expected_random_runs(const Cell& cell);

/// Computes the sizes of the fault space and stores them in the cell. Leaves them empty if `check`
/// throws BudgetExceeded.
void add_sizes(Cell& cell, const Fspec& fspec, const BudgetCheck& check);

}  // namespace ldfi
