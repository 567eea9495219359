// The result of a search of a real system (docs/reference/system-results.md): its verdict,
// executions and counterexamples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/record/minimisation.hpp"
#include "common/record/verdict.hpp"
#include "common/systems/faults/fault_set.hpp"
#include "common/systems/result.hpp"

namespace ldfi {

/// One message that a node tried to send in an execution.
struct SystemSend {
  std::uint32_t message = 0;  ///< index in SystemResult::messages
  std::int64_t sent = 0;      ///< nanoseconds from the start of the execution
  std::int64_t arrives = -1;  ///< time of arrival if it were not lost, or -1 if that is unknown
  systems::Fate fate = systems::Fate::ok;
  bool operator==(const SystemSend&) const = default;
};

struct SystemExecution {
  systems::FaultSet faults;  ///< the faults that were requested
  systems::FaultSet struck;  ///< those of the requested faults that changed something
  systems::Result result = systems::Result::pass;
  std::vector<std::string> violated;
  std::string why;                ///< reason why the execution is invalid, or empty
  std::uint64_t hash = 0;         ///< hash of all events: equal for equal executions
  std::int64_t end = 0;           ///< time of the last event, in nanoseconds of virtual time
  std::vector<SystemSend> sends;  ///< in order
  /// Number of activations of each node, in the order of SystemResult::nodes.
  std::vector<std::uint64_t> activations;
  std::string recording;  ///< see docs/reference/system-results.md; empty if the recording was not
                          ///< kept
  bool operator==(const SystemExecution&) const = default;
};

/// A fault set that violates a promise.
struct SystemFalsifier {
  std::size_t execution = 0;  ///< index of the execution that violates
  systems::FaultSet faults;   ///< the faults that struck in it
  bool minimal = false;       ///< every smaller fault set is known to pass
  bool operator==(const SystemFalsifier&) const = default;
};

/// The Fspec of a cell of a sweep, or of a run whose options differ from its config.
struct SystemPoint {
  std::string name;      ///< EOT, EFF, crashes and other differences, such as `1s,300ms,1,faults=2`
  std::int64_t eot = 0;  ///< nanoseconds
  std::int64_t eff = 0;  ///< nanoseconds
  std::uint64_t crashes = 0;  ///< maximum of crashes without a restart
  std::uint64_t seed = 1;
  std::vector<std::string> said;  ///< options that make it a run of its own, such as `eot=1s`
  bool operator==(const SystemPoint&) const = default;
};

struct SystemResult {
  std::optional<SystemPoint> point;
  std::string system;                ///< name and fingerprint, as in recordings
  std::vector<std::string> command;  ///< command that starts a node
  std::vector<std::string> nodes;    ///< nodes that are processes
  std::string kernel;                ///< name and release of the kernel of the machine
  Verdict verdict = Verdict::inconclusive;
  std::string reason;             ///< reason of an inconclusive verdict, or of an early end of the
                                  ///< search
  std::string certificate;        ///< what a proof rests on, in words; empty if there is no proof
  std::string level;              ///< `exact` or `state`
  bool exhausted = false;         ///< true if no fault set was left to execute
  std::uint64_t pairs = 0;        ///< number of executions that were compared with earlier ones
  std::uint64_t double_runs = 0;  ///< number of executions that were repeated in new processes
  std::vector<std::string> differences;  ///< differences between executions that should be equal
  double wall_s = 0;
  std::vector<systems::MessageId> messages;  ///< each message of any execution once
  std::vector<SystemExecution> executions;   ///< in the order in which they were executed
  std::vector<SystemFalsifier> falsifiers;   ///< in ascending order
  /// Minimisation of the first falsifier, in stages without ticks. Its executions are in a separate
  /// file.
  std::optional<Minimisation> minimisation;
  bool operator==(const SystemResult&) const = default;
};

/// Returns the index of the first cell with the worst verdict. Requires at least one cell.
[[nodiscard]] std::size_t worst_of(const std::vector<SystemResult>& cells);

}  // namespace ldfi
