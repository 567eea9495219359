// Declares the settings that options, messages, searches and sweeps share.
#pragma once

#include <cstdint>

namespace ldfi {

/// The strategy by which a search chooses fault sets.
enum class StrategyName : std::uint8_t { lineage, molly, random, exhaustive, fts };

/// The way in which the molly strategy explains that a fact is absent.
enum class Negation : std::uint8_t { exact, conservative, ignore };

/// The knowledge that the lineage strategy gives to the SAT solver in addition to the lineage of
/// the executions.
enum class Expansion : std::uint8_t {
  live,       ///< no other knowledge: many executions, small formulas
  all,        ///< the whole universe, after the failure-free run: bounded model checking
  automatic,  ///< `all`, or `live` if the universe is very large
};

/// The tick from which grounding drops facts that look possible but hold under no fault set.
/// Dropping facts is called pruning.
enum class Pruning : std::uint8_t {
  automatic,  ///< from the tick at which the universe begins to grow faster
  never,
  always,  ///< from the first tick on
};

/// The use of symmetry in a search for the first counterexample. With symmetry, the search tries
/// only the first of several fault sets that differ only in nodes which the program and the Fspec
/// treat alike.
enum class Symmetry : std::uint8_t { automatic, never };

enum class SolverName : std::uint8_t { cadical, cryptominisat };

/// The way in which a counterexample is minimised. `search` uses searches and exhaustion, and proves minima.
/// The other ways use delta debugging alone. `ddmin` identifies a message by its channel and tick. `exact`,
/// `recording` and `type` are the policies of DEMi, which common/minimise/programs/match.hpp explains.
enum class MinimiseBy : std::uint8_t { search, ddmin, exact, recording, type };

/// The lowest severity of a specification whose violation decides the verdict of a run. These are the values
/// of Specification::Severity except `info`, which never decides a verdict.
enum class FailOn : std::uint8_t { minor, major, critical };

/// The assumptions of a proof from recordings. `exact` assumes only that the system is deterministic.
/// `state` also assumes that a message changed nothing if the recording says so.
enum class ProofLevel : std::uint8_t { exact, state };

/// The choice between new and existing processes for an execution of a real system.
enum class DriveWay : std::uint8_t {
  planned,  ///< new processes only if the plan of the execution requests them
  fresh,    ///< new processes
  /// New processes; waits for nodes that continue to work after they reported that they are done.
  slow
};

/// The step by which EOT grows in the sweep of [LDFI15].
enum class SweepStride : std::uint8_t {
  one,   ///< EOT grows by one tick
  half,  ///< EOT grows by half of its value, which finds the first counterexample fast
};

}  // namespace ldfi
