// One Fspec that was searched, alone or as a cell of a sweep, with all that there is to say of it.
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

/// One of several searches of the same Fspec (--repeat).
struct Repeat {
  std::uint64_t seed = 0;
  Verdict verdict = Verdict::inconclusive;
  BigInt executed = 0;
  double wall_s = 0;
};

/// What --count says of all fault sets of an Fspec, besides SearchResult::violating. Numbers that may
/// have a million digits are in decimal.
struct FaultSetCounts {
  std::string vacuous;
  std::string passing;
  std::string failing;             ///< they end in arithmetic errors
  std::optional<double> random_p;  ///< the probability that a draw of random search violates
  std::uint64_t states = 0;        ///< the most at one tick
};

/// The falsifiers of a cell were replayed: `violated` is what the replay found.
struct Cell : SearchResult {
  FspecParameters fspec;
  /// NAME=VALUE: constants of the program in which the cells of a sweep differ.
  std::vector<std::string> params;
  /// Sizes of the fault space, exact, in decimal; empty if there was no time for so many digits.
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
  std::optional<Minimisation> minimisation{};  ///< of the first falsifier; not in a journal
  std::vector<Repeat> repeats;                 ///< empty unless there was more than one search
  /// There may be falsifiers that the search did not come to. Not stored, since `reason` says why.
  bool unfinished = false;
  /// Certified, but no fault matters to the invariant, not even the loss of every message. Not
  /// stored: it takes another execution to know.
  bool untouched = false;
  std::vector<bool> untouched_each;  ///< the same of each specification; may be empty
};

/// A cell of which nothing is known but its Fspec.
[[nodiscard]] Cell empty_cell(const Fspec& fspec);

/// The share of the distinct fault sets that violate; nothing if nobody counted.
[[nodiscard]] std::optional<double> violating_share(const Cell& cell);
/// In percent, of a share that is not 0: `4.651 %`.
[[nodiscard]] std::string percent(double share);
/// How many executions a random search needs on average, the failure-free one included; nothing if that
/// is unknown, or infinite.
[[nodiscard]] std::optional<double> expected_random_runs(const Cell& cell);

/// Adds the sizes of the fault space, as far as `check` allows.
void add_sizes(Cell& cell, const Fspec& fspec, const BudgetCheck& check);

}  // namespace ldfi
