// The result of a search of a real system (docs/reference/system-results.md): its verdict, executions and counterexamples.
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
  std::uint32_t message = 0;  ///< of SystemResult::messages
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
  std::string why;         ///< reason why the execution is invalid, or empty
  std::uint64_t hash = 0;  ///< of all that happened: the same for the same execution
  std::int64_t end = 0;    ///< nanoseconds of virtual time until the last thing that happened
  std::vector<SystemSend> sends;  ///< in order
  /// How often each node did something, by SystemResult::nodes.
  std::vector<std::uint64_t> activations;
  std::string recording;  ///< as docs/reference/system-results.md has it; empty: it was not kept
  bool operator==(const SystemExecution&) const = default;
};

/// A fault set that violates a promise.
struct SystemFalsifier {
  std::size_t execution = 0;  ///< index of the execution that violates
  systems::FaultSet faults;   ///< the faults that struck in it
  bool minimal = false;       ///< every smaller fault set is known to pass
  bool operator==(const SystemFalsifier&) const = default;
};

/// The Fspec of a cell of a sweep, or of a run that was told another one than its config's.
struct SystemPoint {
  std::string name;      ///< EOT, EFF and crashes, and what else differs: `1s,300ms,1,faults=2`
  std::int64_t eot = 0;  ///< nanoseconds
  std::int64_t eff = 0;  ///< likewise
  std::uint64_t crashes = 0;  ///< at most
  std::uint64_t seed = 1;
  std::vector<std::string> said;  ///< `eot=1s`: options with which it is a run of its own
  bool operator==(const SystemPoint&) const = default;
};

struct SystemResult {
  std::optional<SystemPoint> point;
  std::string system;                ///< name and fingerprint, as recordings have them
  std::vector<std::string> command;  ///< that starts a node
  std::vector<std::string> nodes;    ///< those that are processes
  std::string kernel;                ///< of the machine: name and release
  Verdict verdict = Verdict::inconclusive;
  std::string reason;             ///< of an inconclusive one, and of a search that ended early
  std::string certificate;        ///< what a proof rests on, in words; empty: there is none
  std::string level;              ///< `exact` or `state`
  bool exhausted = false;         ///< nothing was left to try
  std::uint64_t pairs = 0;        ///< executions that were compared with those before
  std::uint64_t double_runs = 0;  ///< executions that were repeated in new processes
  std::vector<std::string> differences;  ///< where two differ that should not
  double wall_s = 0;
  std::vector<systems::MessageId> messages;  ///< each message of any execution once
  std::vector<SystemExecution> executions;   ///< in the order in which they were executed
  std::vector<SystemFalsifier> falsifiers;   ///< the least first
  /// Of the first of them: how it was made smaller, in stages without ticks. Its executions are in a
  /// file of their own.
  std::optional<Minimisation> minimisation;
  bool operator==(const SystemResult&) const = default;
};

/// The first of those with the worst verdict. Precondition: there is one.
[[nodiscard]] std::size_t worst_of(const std::vector<SystemResult>& cells);

}  // namespace ldfi
