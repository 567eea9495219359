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

/// Limits of what the master cannot interrupt: grounding and long jobs. 0 means no limit.
struct Budget {
  std::uint64_t max_facts = 0;           ///< of a universe, and of one execution
  std::uint64_t memory_limit_bytes = 0;  ///< memory of the worker's process
  std::uint64_t time_left_ms = 0;        ///< time from the arrival of this message
};

/// The rules by which executions are judged (docs/explanation/verdicts.md): the relations of the
/// invariant, and which specifications count. The specifications themselves are in the sources.
struct Invariant {
  std::string pre;
  std::string post;
  FailOn fail_on = FailOn::major;
};

/// How the universe of a program is grounded.
struct Grounding {
  Pruning pruning = Pruning::never;
  SolverName solver = SolverName::cadical;   ///< solver of the pruning
  bool pruning_done = false;                 ///< the master has pruned, so workers do not
  std::vector<ground::PrunedFact> pruned{};  ///< facts that the master pruned, see
                                             ///< Universe::pruned()
  bool bounded = false;                      ///< see Universe::bounded()
  bool plain = false;                        ///< no universe: jobs run on the plain evaluator
};

/// A file that belongs to a real system.
struct SystemFile {
  std::string name;  ///< as the config writes it, relative to the config's folder
  std::string bytes;
  bool program = false;  ///< true if the file may be executed
};

/// A real system. Each worker reads it from the text of its config, as the master did.
struct SystemSource {
  std::string config{};             ///< text of the config; empty if the subject is a program
  std::vector<std::string> said{};  ///< options that replace values of the config, such as
                                    ///< `eot=500ms`
  std::string path{};  ///< absolute path of the config; a worker first looks there for the files
  std::vector<SystemFile> files{};  ///< files for workers that do not find the same files there
  std::uint64_t fingerprint = 0;    ///< hash of the config and all its files
};

/// Everything that a worker needs, sent once: the subject, the faults, the invariant, the budget,
/// and how the program is grounded. The subject is a real system, or a program with its
/// specifications.
struct Setup {
  dedalus::Sources sources;
  FspecParameters fspec;
  Invariant invariant;
  Budget budget;
  Grounding grounding;
  SystemSource system{};
};

/// Returns the parts that define a search, independent of its limits and of who executes it:
/// program, Fspec and invariant.
[[nodiscard]] Setup without_limits(Setup setup);

/// The worker cannot continue. The farm ends with this text and exit status.
struct Failure {
  std::string text;
  std::int32_t status = 74;
};

struct Stop {};

/// A sign of life from a worker during a long job.
struct WorkerHeartbeat {};

/// A sign of life from the master. A rank that receives one, and then nothing for `silence_ms`, may
/// assume that the master hangs.
struct MasterHeartbeat {
  std::uint64_t silence_ms = 0;
  std::string doing;        ///< present activity of the master: "searching, 12 answers in"
  std::string resume_hint;  ///< text for the user if the master stays silent
};

using Message = std::variant<Setup, Job, Report, Failure, Stop, WorkerHeartbeat, MasterHeartbeat>;

}  // namespace ldfi::wire
