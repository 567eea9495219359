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

/// One message that a node sent in an execution, even if the message was lost.
struct SystemSend {
  std::uint32_t message = 0;  ///< index in SystemResult::messages
  std::int64_t sent = 0;      ///< nanoseconds from the start of the execution
  /// Nanoseconds from the start until the message would arrive if it were not lost; -1 if unknown.
  std::int64_t arrives = -1;
  systems::Fate fate = systems::Fate::ok;
  bool operator==(const SystemSend&) const = default;
};

struct SystemExecution {
  systems::FaultSet faults;  ///< faults that were requested
  systems::FaultSet struck;  ///< requested faults that had an effect
  systems::Result result = systems::Result::pass;
  std::vector<std::string> violated;
  std::string why;                ///< reason why the execution is invalid; otherwise empty
  std::uint64_t hash = 0;         ///< hash of all events; executions with the same events have the
                                  ///< same hash
  std::int64_t end = 0;           ///< time of the last event, in nanoseconds of virtual time
  std::vector<SystemSend> sends;  ///< messages in the order in which they were sent
  /// Number of activations (handled messages and timers) of each node, in the order of
  /// SystemResult::nodes.
  std::vector<std::uint64_t> activations;
  /// Recording of the execution (docs/reference/system-results.md); empty if it was not kept.
  std::string recording;
  bool operator==(const SystemExecution&) const = default;
};

/// A fault set that violates a promise.
struct SystemFalsifier {
  std::size_t execution = 0;  ///< index of the violating execution in SystemResult::executions
  systems::FaultSet faults;   ///< faults that had an effect in this execution
  bool minimal = false;       ///< true if every smaller fault set is known to violate no promise
  bool operator==(const SystemFalsifier&) const = default;
};

/// The Fspec of one cell of a sweep, or of a run whose options replace values of its config.
struct SystemPoint {
  std::string name;      ///< name of the Fspec: EOT, EFF, crashes and other differences, such as
                         ///< `1s,300ms,1,faults=2`
  std::int64_t eot = 0;  ///< EOT (end of the execution) in nanoseconds
  std::int64_t eff = 0;  ///< EFF (end of message losses) in nanoseconds
  std::uint64_t crashes = 0;  ///< largest number of crashes without a restart
  std::uint64_t seed = 1;
  std::vector<std::string> said;  ///< options that replace values of the config, such as `eot=1s`
  bool operator==(const SystemPoint&) const = default;
};

struct SystemResult {
  std::optional<SystemPoint> point;
  std::string system;                ///< name and fingerprint of the system, as in recordings
  std::vector<std::string> command;  ///< command that starts a node
  std::vector<std::string> nodes;    ///< names of the nodes that are processes
  std::string kernel;                ///< name and release of the machine's kernel
  Verdict verdict = Verdict::inconclusive;
  /// Reason why the verdict is inconclusive or the search ended early; otherwise empty.
  std::string reason;
  std::string certificate;  ///< assumptions of the proof as sentences; empty if nothing is proved
  std::string level;        ///< name of the set of assumptions of the proof, `exact` or `state`
  bool exhausted = false;   ///< true if all fault sets were executed or need no execution
  std::uint64_t pairs = 0;  ///< number of executions that were compared with an earlier one
  std::uint64_t double_runs = 0;  ///< number of executions that were repeated in new processes to
                                  ///< check that they are equal
  std::vector<std::string> differences;  ///< differences between executions that should be equal
  double wall_s = 0;
  std::vector<systems::MessageId> messages;  ///< all messages of all executions, without
                                             ///< repetitions
  std::vector<SystemExecution> executions;   ///< in the order in which they were executed
  /// Counterexamples in ascending order of their fault sets.
  std::vector<SystemFalsifier> falsifiers;
  /// Minimisation of the first counterexample. Its stages have no ticks, and its executions are in
  /// a separate file.
  std::optional<Minimisation> minimisation;
  bool operator==(const SystemResult&) const = default;
};

/// Returns the index of the first cell with the worst verdict. Requires at least one cell.
[[nodiscard]] std::size_t worst_of(const std::vector<SystemResult>& cells);

}  // namespace ldfi
