// Writes and reads cases. A case is a JSON file with one counterexample of a real system. A user
// commits it to a repository, and executes it again after a change of the system with `ldfi-farm
// CONFIG --replay @FILE`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/record/known_case.hpp"
#include "common/record/run.hpp"
#include "common/systems/course.hpp"

namespace ldfi::results {

inline constexpr std::uint64_t max_case = std::uint64_t{1} << 20U;  ///< largest size of a case in
                                                                    ///< bytes

struct TestCase {
  /// Name of the config, and options that replaced values of the config: `raft.yaml --eot=1s`.
  std::string config;
  std::string system;      ///< name and fingerprint of the system in which the counterexample was
                           ///< found
  std::uint64_t seed = 1;  ///< seed of the random numbers of the nodes
  systems::FaultSet faults;
  std::vector<std::string> violated;
  systems::Deliveries deliveries{};
  /// Hash of the events before the first fault, from systems::shape_of().
  std::uint64_t before = 0;
  std::uint64_t hash = 0;  ///< hash of all events, from systems::shape_of()
};

/// Returns a case with the faults of this execution. Throws UsageError if the execution's recording
/// was not kept, or if the execution violates nothing.
[[nodiscard]] TestCase case_of(const RunRecord& run, std::size_t execution);
[[nodiscard]] std::string case_text(const TestCase& one);
/// Returns the options in TestCase::config, such as `operations=0,2`, in the form of Plan::said.
[[nodiscard]] std::vector<std::string> said_in(const TestCase& one);
/// Reads a case. `text` is the text of the file `name`. Throws SourcedError with all errors and
/// their positions.
[[nodiscard]] TestCase read_case(const std::string& name, const std::string& text);

/// An error in the file of a case, and its position.
struct CaseProblem {
  std::string what;
  std::string key{};  ///< key whose value is wrong; empty if the error is about the whole file
  /// Index of the wrong element, if the value of `key` is a list.
  std::optional<std::size_t> element{};
  /// advice for the user; if empty, refuse_case() names the command that writes cases
  std::string hint{};
};
/// Throws a SourcedError with these errors. `name` and `text` are the name and the text of the file.
[[noreturn]] void refuse_case(const std::string& name, const std::string& text,
                              const std::vector<CaseProblem>& problems);

/// Returns the outcome of a case whose faults were executed again. `not_violated` requires that the
/// execution passes, all its faults happened, all deliveries of the case arrived, and the events
/// before the first fault are the same. If the execution passes otherwise, the outcome is
/// `diverged`.
[[nodiscard]] CaseResult outcome_of(const TestCase& one, const systems::Recording& recording,
                                    const systems::Course& course);

/// If the case was found in another system or another version of the system, returns a sentence
/// about it. Otherwise returns an empty text.
[[nodiscard]] std::string other_system(const TestCase& one, const systems::Recording& recording);
/// Returns sentences about differences between the case and its execution that outcome_of() does
/// not consider, such as another violated promise. `nodes` are the names of the system's nodes.
[[nodiscard]] std::vector<std::string> differences_from_case(const TestCase& one,
                                                             const systems::Recording& recording,
                                                             const std::vector<std::string>& nodes);

}  // namespace ldfi::results
