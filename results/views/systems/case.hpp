// Writes and reads cases: files that hold one counterexample of a real system. A user commits a case to a
// repository, and executes it again after a change of the system with `ldfi-farm CONFIG --replay @FILE`. A
// case is JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/record/known_case.hpp"
#include "common/record/run.hpp"
#include "common/systems/course.hpp"

namespace ldfi::results {

inline constexpr std::uint64_t max_case = std::uint64_t{1} << 20U;  ///< most bytes of a case

struct TestCase {
  /// Name of the config, with the options that replaced its values: `raft.yaml --eot=1s`.
  std::string config;
  std::string system;      ///< name and fingerprint of the system that violated the promise
  std::uint64_t seed = 1;  ///< seed of the random numbers of the nodes
  systems::FaultSet faults;
  std::vector<std::string> violated;
  systems::Deliveries deliveries{};
  /// Hash of the events before the first fault, by systems::shape_of().
  std::uint64_t before = 0;
  std::uint64_t hash = 0;  ///< hash of all events, by systems::shape_of()
};

/// Returns the case of an execution. Throws UsageError if its recording was not kept, or if it violates
/// nothing.
[[nodiscard]] TestCase case_of(const RunRecord& run, std::size_t execution);
[[nodiscard]] std::string case_text(const TestCase& one);
/// Returns the options that replaced values of the config, such as `operations=0,2`, in the form of
/// Plan::said.
[[nodiscard]] std::vector<std::string> said_in(const TestCase& one);
/// Reads a case from the text of the file `name`. Throws SourcedError with all errors and their places.
[[nodiscard]] TestCase read_case(const std::string& name, const std::string& text);

/// An error in a case, and its place in the file.
struct CaseProblem {
  std::string what;
  std::string key{};  ///< key whose value is wrong; empty if the error is about the whole file
  /// Index of the wrong element, if the value of the key is a list.
  std::optional<std::size_t> element{};
  /// Advice for the user; if empty, refuse_case() names the command that writes cases.
  std::string hint{};
};
/// Throws a SourcedError with these errors. `name` and `text` are the name and the text of the file.
[[noreturn]] void refuse_case(const std::string& name, const std::string& text,
                              const std::vector<CaseProblem>& problems);

/// Returns the outcome of a case after an execution with its faults. The outcome is `not_violated` only if
/// the execution passes, all faults struck, all deliveries of the case arrived, and the events before the
/// first fault are the same. Any other execution that does not fail is `diverged`.
[[nodiscard]] CaseResult outcome_of(const TestCase& one, const systems::Recording& recording,
                                    const systems::Course& course);

/// Returns a sentence if the case comes from another system or another version of the system. Otherwise
/// returns an empty text.
[[nodiscard]] std::string other_system(const TestCase& one, const systems::Recording& recording);
/// Returns sentences about differences between the case and its execution that the outcome does not show,
/// such as another violated promise. `nodes` are the names of the system's nodes.
[[nodiscard]] std::vector<std::string> differences_from_case(const TestCase& one,
                                                             const systems::Recording& recording,
                                                             const std::vector<std::string>& nodes);

}  // namespace ldfi::results
