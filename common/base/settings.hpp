// Declares the settings that command-line options, messages between processes, searches and sweeps
// share.
#pragma once

#include <cstdint>

namespace ldfi {

/// The strategy by which a search chooses fault sets.
enum class StrategyName : std::uint8_t { lineage, molly, random, exhaustive, fts };

/// How the strategy `molly` explains that a fact is absent.
enum class Negation : std::uint8_t { exact, conservative, ignore };

/// The facts that the strategy `lineage` passes to the SAT solver in addition to the causes of
/// observed outcomes.
enum class Expansion : std::uint8_t {
  live,  ///< nothing: many executions are needed, but formulas stay small
  /// The whole universe of possible facts, after the failure-free run; this is bounded model
  /// checking.
  all,
  automatic,  ///< `all`, or `live` if the universe is very large
};

/// The first tick at which grounding drops facts that look possible but hold under no fault set.
/// Dropping such facts is called pruning.
enum class Pruning : std::uint8_t {
  automatic,  ///< from the tick at which the number of possible facts begins to grow faster
  never,
  always,  ///< from the first tick on
};

/// Whether a search for the first counterexample uses symmetry. With symmetry, the search tries
/// only one of several fault sets that differ only in interchangeable nodes.
enum class Symmetry : std::uint8_t { automatic, never };

enum class SolverName : std::uint8_t { cadical, cryptominisat };

/// How a counterexample is minimised. `search` combines searches with exhaustive trials, and proves
/// that the result is minimal. The other ways use delta debugging alone. `ddmin` identifies a
/// message by its channel and tick. `exact`, `recording` and `type` are policies of DEMi, which
/// common/minimise/programs/match.hpp explains.
enum class MinimiseBy : std::uint8_t { search, ddmin, exact, recording, type };

/// The lowest severity at which a violated specification decides the verdict of a run. These are
/// the severities of specifications except `info`, which never decides a verdict.
enum class FailOn : std::uint8_t { minor, major, critical };

/// The assumptions of a proof from recordings. `exact` assumes only that the system is
/// deterministic. `state` also assumes that a message changed nothing in its receiver if the
/// recording says so.
enum class ProofLevel : std::uint8_t { exact, state };

/// Whether an execution of a real system uses new processes, or processes that are already running.
enum class DriveWay : std::uint8_t {
  planned,  ///< new processes only if the execution's plan requests them
  fresh,    ///< always new processes
  /// Always new processes. Also waits for nodes that still work after they have reported that they
  /// are done.
  slow
};

/// How EOT grows from one step to the next in the sweep of [LDFI15].
enum class SweepStride : std::uint8_t {
  one,  ///< EOT grows by one tick
  /// EOT grows by half of its value, so that the first counterexample is found fast.
  half,
};

}  // namespace ldfi
