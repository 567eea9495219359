// Declares the settings that options, messages, searches and sweeps share.
#pragma once

#include <cstdint>

namespace ldfi {

/// The strategy, which chooses the fault sets of a search.
enum class StrategyName : std::uint8_t { lineage, molly, random, exhaustive, fts };

/// The way in which the molly strategy explains that a fact is absent.
enum class Negation : std::uint8_t { exact, conservative, ignore };

/// The knowledge that the lineage strategy gives to its solver in addition to the lineage of the executions.
enum class Expansion : std::uint8_t {
  live,       ///< no other knowledge: many executions, small formulas
  all,        ///< the whole universe, after the failure-free run: bounded model checking
  automatic,  ///< like `all`, unless the universe is very large
};

/// The tick from which grounding drops facts that look possible but hold under no fault set.
enum class Pruning : std::uint8_t {
  automatic,  ///< from the tick at which the universe begins to grow faster
  never,
  always,  ///< from the first tick on
};

/// The use of symmetry in a search for the first counterexample. With symmetry, the search tries only the
/// first of several fault sets that differ only in nodes which the program and the Fspec treat alike.
enum class Symmetry : std::uint8_t { automatic, never };

enum class SolverName : std::uint8_t { cadical, cryptominisat };

/// The way in which a counterexample is minimised. `search` uses searches and exhaustion, and proves minima.
/// The other ways use delta debugging alone. `ddmin` identifies a message by its channel and tick. `exact`,
/// `recording` and `type` are the policies of DEMi, which common/minimise/programs/match.hpp explains.
enum class MinimiseBy : std::uint8_t { search, ddmin, exact, recording, type };

/// The lowest severity of a specification whose violation decides the verdict of a run. These are the values
/// of Specification::Severity except `info`, which never decides a verdict.
enum class FailOn : std::uint8_t { minor, major, critical };

/// The assumptions of a proof from recordings. `exact` assumes only that the system is deterministic. `state`
/// also trusts the recordings if they say that a message changed nothing.
enum class ProofLevel : std::uint8_t { exact, state };

/// The processes in which a real system is executed.
enum class DriveWay : std::uint8_t {
  planned,  ///< new processes only if the plan requests them
  fresh,    ///< new processes
  slow  ///< new processes, and time for nodes that continue after they have reported that they are done
};

/// The step by which EOT grows in the published sweep.
enum class SweepStride : std::uint8_t {
  one,   ///< one tick
  half,  ///< half of the current EOT, which finds the first counterexample fast
};

}  // namespace ldfi
