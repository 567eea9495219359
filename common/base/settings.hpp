// The choices that options, messages, searches and sweeps share.
#pragma once

#include <cstdint>

namespace ldfi {

/// How fault sets are chosen.
enum class StrategyName : std::uint8_t { lineage, molly, random, exhaustive, fts };

/// How the molly strategy explains that a fact is absent.
enum class Negation : std::uint8_t { exact, conservative, ignore };

/// What the lineage strategy tells its solver besides the lineage of the executions so far.
enum class Expansion : std::uint8_t {
  live,       ///< nothing: many executions, small formulas
  all,        ///< everything there is, after the failure-free run: bounded model checking
  automatic,  ///< all, unless the universe is very large
};

/// From which tick on grounding drops facts that look possible but happen under no fault set.
enum class Pruning : std::uint8_t {
  automatic,  ///< once the possible world grows faster from tick to tick
  never,
  always,  ///< from the first tick on
};

/// Whether a search for the first counterexample looks only at the first of fault sets that are the same
/// but for nodes which program and Fspec treat alike.
enum class Symmetry : std::uint8_t { automatic, never };

enum class SolverName : std::uint8_t { cadical, cryptominisat };

/// How a counterexample is made smaller: by searches and exhaustion, with proofs of minima; or by delta
/// debugging alone, which knows a message again by its channel and tick, whatever is sent there, or
/// by the policies of DEMi that common/minimise/programs/match.hpp tells of.
enum class MinimiseBy : std::uint8_t { search, ddmin, exact, recording, type };

/// The least severity of a specification that counts: what violates it decides a run's verdict.
/// Those of Specification::Severity but `info`, which never does.
enum class FailOn : std::uint8_t { minor, major, critical };

/// What a proof from recordings rests on, beside determinism: on nothing, or on what they say of
/// messages that changed nothing.
enum class ProofLevel : std::uint8_t { exact, state };

/// With which processes a real system is executed.
enum class DriveWay : std::uint8_t {
  planned,  ///< with new ones only if the plan says so
  fresh,    ///< with new ones
  slow      ///< and with time for nodes that go on when they have said that they are done
};

/// How EOT grows in the published sweep.
enum class SweepStride : std::uint8_t {
  one,
  half,  ///< by half of its value, which finds the first depth fast
};

}  // namespace ldfi
