// What master and workers say to each other. Plain values; the bytes are codec.hpp's business.
// Ids of facts and instances mean rows of the universe, which both sides ground from the same
// bytes; the fingerprint in Report proves that they did.
//
//   master → worker   Setup, Job, Stop
//   worker → master   Report, Failure, Alive
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "common/core/fspec.hpp"
#include "common/dedalus/load.hpp"
#include "common/ground/pruning.hpp"

namespace ldfi::wire {

/// Everything a worker needs, sent once: the program's bytes, the Fspec and the limits.
struct Setup {
  dedalus::Sources sources;
  FspecParameters fspec;
  std::string pre;
  std::string post;
  std::uint64_t max_facts = 0;
  ground::Pruning pruning = ground::Pruning::never;
};

/// Run one fault set forward and explain the outcome.
struct ExecuteJob {
  FaultSet faults;
};

/// Run a range of the enumeration of all fault sets (exhaustive search): with the crashes given,
/// the subsets of `omissions` free omissions, ranks [first, first + count) in lexicographic order.
struct EnumerateJob {
  std::vector<Crash> crashes;
  std::uint32_t omissions = 0;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::vector<FaultSet>
      known;  ///< minimal falsifiers so far: their supersets are counted, not sent
};

/// Run fault sets of a random sequence (FaultSampler): those with index first … first + count − 1.
/// The worker stops at the first one that does not hold.
struct SampleJob {
  std::uint64_t seed = 0;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

struct Job {
  std::uint64_t id = 0;
  std::variant<ExecuteJob, EnumerateJob, SampleJob> work;
};

enum class Outcome : std::uint8_t { holds, violates, error };

/// The lineage of one execution's outcome, why and why-not, as a derivation graph over the
/// universe: `fired` are rule firings (their heads and premises are goals), `refuted` are absent
/// goals all of whose instances fail, `unfounded` are sets of absent goals that could only support
/// each other.
struct Lineage {
  std::vector<std::uint32_t> fired;
  std::vector<std::uint32_t> refuted;
  std::vector<std::vector<std::uint32_t>> unfounded;
};

struct ExecuteReport {
  Outcome outcome = Outcome::holds;
  Lineage lineage;
  std::vector<std::string> violated;  ///< tuples as text, sorted
  std::string error;                  ///< rendered diagnostics, when outcome is error
};

struct EnumerateReport {
  std::uint64_t executed = 0;
  std::uint64_t violating = 0;
  std::vector<FaultSet> falsifiers;  ///< the violating sets, but for supersets of known ones
  std::vector<FaultSet> errors;      ///< sets that end in an arithmetic error
};

struct SampleReport {
  std::uint64_t executed = 0;  ///< fault sets run, those after the first bad one included
  std::uint64_t harmless =
      0;  ///< sets before the first that does not hold; the job's count if none
  Outcome outcome = Outcome::holds;  ///< of that first one; `holds`: there is none
};

struct Report {
  std::uint64_t job = 0;
  std::uint64_t fingerprint = 0;  ///< of the universe the worker grounded
  std::uint64_t execute_ns = 0;
  std::variant<ExecuteReport, EnumerateReport, SampleReport> result;
};

/// The worker cannot go on; the farm ends with this text and exit status.
struct Failure {
  std::string text;
  std::int32_t status = 74;
};

struct Stop {};

/// A sign of life from a worker in the middle of a long job.
struct Alive {};

using Message = std::variant<Setup, Job, Report, Failure, Stop, Alive>;

}  // namespace ldfi::wire
