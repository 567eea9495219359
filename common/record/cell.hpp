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

/// One of several searches of the same Fspec with different seeds (--repeat).
struct Repeat {
  std::uint64_t seed = 0;
  Verdict verdict = Verdict::inconclusive;
  BigInt executed = 0;
  double wall_s = 0;
};

/// The numbers of --count about all fault sets of an Fspec, besides SearchResult::violating. The
/// texts are decimal numbers, because they may have a million digits.
struct FaultSetCounts {
  std::string vacuous;
  std::string passing;
  std::string failing;             ///< executions that end in arithmetic errors
  std::optional<double> random_p;  ///< probability that a draw of a random search violates
  std::uint64_t states = 0;        ///< maximum of states at one tick
};

/// A search result with everything that summaries and results files add. The falsifiers were
/// replayed: `violated` is what the replay found.
struct Cell : SearchResult {
  FspecParameters fspec;
  /// Values of the constants of the program that differ between the cells of a sweep, as
  /// NAME=VALUE.
  std::vector<std::string> params;
  /// Exact sizes of the fault space in decimal; empty if there was not enough time to compute them.
  std::string combinations;
  std::string distinct_fault_sets;
  std::uint64_t universe_facts = 0;
  std::uint64_t universe_instances = 0;
  std::uint64_t failure_free_pre = 0;   ///< tuples
  std::uint64_t failure_free_post = 0;  ///< tuples
  double wall_s = 0;
  std::vector<GraphTable> graphs;
  std::vector<Trace> traces;
  std::optional<FaultSetCounts> counts;
  std::optional<Minimisation> minimisation{};  ///< minimisation of the first falsifier; not stored
                                               ///< in a journal
  std::vector<Repeat> repeats;                 ///< empty unless there was more than one search
  /// True if the search may have missed falsifiers because it ended early. Not stored, because
  /// `reason` implies it.
  bool unfinished = false;
  /// True if the result is certified, but no fault influences the invariant, not even the loss of
  /// every message. Not stored, because it takes another execution to find out.
  bool untouched = false;
  std::vector<bool> untouched_each;  ///< the same for each specification; may be empty
};

/// Returns a cell that contains only its Fspec.
[[nodiscard]] Cell empty_cell(const Fspec& fspec);

/// Returns the share of the distinct fault sets that violate, or nullopt if they were not counted.
[[nodiscard]] std::optional<double> violating_share(const Cell& cell);
/// Returns a share in percent, such as `4.651 %`. The share is above 0, but 0 is accepted for a
/// share too small for a double.
[[nodiscard]] std::string percent(double share);
/// Returns the average number of executions that a random search needs, including the failure-free
/// one. Returns nullopt if the number is unknown or infinite.
[[nodiscard]] std::optional<double> expected_random_runs(const Cell& cell);

/// Computes the sizes of the fault space. Leaves them empty if `check` throws BudgetExceeded.
void add_sizes(Cell& cell, const Fspec& fspec, const BudgetCheck& check);

}  // namespace ldfi
