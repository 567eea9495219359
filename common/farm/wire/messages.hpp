// The messages between master and workers, as plain values. codec.hpp converts them to bytes.
//
//   master → worker   Setup, Job, Stop, MasterHeartbeat
//   worker → master   Report, Failure, WorkerHeartbeat
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "common/base/settings.hpp"
#include "common/dedalus/ground/pruned.hpp"
#include "common/dedalus/language/load.hpp"
#include "common/faults/fspec.hpp"
#include "common/record/job.hpp"

namespace ldfi::wire {

/// Limits of work that the master cannot interrupt: grounding and long jobs. 0 means no limit.
struct Budget {
  std::uint64_t max_facts = 0;  ///< largest number of facts of a universe, and of one execution
  std::uint64_t memory_limit_bytes = 0;  ///< largest memory of the worker's process, in bytes
  /// Remaining time in milliseconds, counted from the arrival of this message.
  std::uint64_t time_left_ms = 0;
};

/// How executions are judged (docs/explanation/verdicts.md): the relations of the invariant, and
/// the lowest severity of a violation that affects the verdict. The specifications themselves are
/// in the sources.
struct Invariant {
  std::string pre;
  std::string post;
  FailOn fail_on = FailOn::major;
};

/// How a worker computes the universe of a program, which is the set of all facts that can hold.
struct Grounding {
  Pruning pruning = Pruning::never;
  SolverName solver = SolverName::cadical;  ///< solver that the pruning uses
  /// True if the master has pruned the universe, so that workers need not do it.
  bool pruning_done = false;
  /// Facts that the master has removed from the universe, see Universe::pruned().
  std::vector<ground::PrunedFact> pruned{};
  bool bounded = false;  ///< true if the pruning also bounds recursions that compute numbers, see
                         ///< Universe::bounded()
  bool plain = false;    ///< true if there is no universe, so that jobs run on the plain evaluator
};

/// A file that a real system needs, with its contents.
struct SystemFile {
  std::string name;  ///< name of the file in the config, relative to the config's folder
  std::string bytes;
  bool program = false;  ///< true if the file may be executed
};

/// A real system. Each worker reads the system from the text of the config, as the master did.
struct SystemSource {
  std::string config{};             ///< text of the config; empty if the subject is a program
  std::vector<std::string> said{};  ///< options that replace values of the config, such as
                                    ///< `eot=500ms`
  /// Absolute path of the config; a worker first looks for the files in its folder.
  std::string path{};
  /// Contents of the files, for workers that do not find the same files in that folder.
  std::vector<SystemFile> files{};
  std::uint64_t fingerprint = 0;  ///< hash of the config and all its files
};

/// Everything that a worker needs, sent once. The subject is a real system, or a program with its
/// specifications.
struct Setup {
  dedalus::Sources sources;
  FspecParameters fspec;
  Invariant invariant;
  Budget budget;
  Grounding grounding;
  SystemSource system{};
};

/// Returns the parts of a setup that define a search: program, Fspec and invariant. The result does
/// not depend on limits and workers.
[[nodiscard]] Setup without_limits(Setup setup);

/// A message from a worker that cannot continue. The farm ends with this text and exit status.
struct Failure {
  std::string text;
  std::int32_t status = 74;
};

struct Stop {};

/// Sent by a worker during a long job, to show that it is alive.
struct WorkerHeartbeat {};

/// Sent by the master to show that it is alive. If a rank then receives nothing for `silence_ms`,
/// it may assume that the master hangs.
struct MasterHeartbeat {
  std::uint64_t silence_ms = 0;
  std::string doing;        ///< current activity of the master, such as "searching, 12 answers in"
  std::string resume_hint;  ///< text that a rank shows to the user if the master stays silent
};

using Message = std::variant<Setup, Job, Report, Failure, Stop, WorkerHeartbeat, MasterHeartbeat>;

}  // namespace ldfi::wire
