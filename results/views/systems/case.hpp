// A counterexample of a real system as a file that one commits, and executes again after a change:
// `ldfi-farm CONFIG --replay @FILE`. It is JSON, for people and for programs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/record/known_case.hpp"
#include "common/record/run.hpp"
#include "common/systems/course.hpp"

namespace ldfi::results {

inline constexpr std::uint64_t max_case = std::uint64_t{1} << 20U;  ///< bytes of a case

struct TestCase {
  std::string config;      ///< as it was called; for people
  std::string system;      ///< name and fingerprint then; for people, too
  std::uint64_t seed = 1;  ///< for the nodes' chance
  systems::FaultSet faults;
  std::vector<std::string> violated;
  systems::Deliveries deliveries{};
  std::uint64_t before = 0;  ///< the shape (common/systems) of what happened before the first fault
  std::uint64_t hash = 0;    ///< and that of the whole execution
};

/// Of an execution whose recording was kept. Throws UsageError if it was not, or did not fail.
[[nodiscard]] TestCase case_of(const RunRecord& run, std::size_t execution);
[[nodiscard]] std::string case_text(const TestCase& one);
/// What stood in place of what its config says, as Plan::said: `operations=0,2`.
[[nodiscard]] std::vector<std::string> said_in(const TestCase& one);
/// Throws SourcedError, which names `name`, for what is no case.
[[nodiscard]] TestCase read_case(const std::string& name, const std::string& text);

/// Throws the SourcedError of a case, `text`, that stands in `name`.
[[noreturn]] void refuse_case(const std::string& name, const std::string& text,
                              const std::string& problem);

/// Returns what an execution of its faults says about a case. It is not violated only if the same happened until the
/// first fault, all faults struck, and the execution passes. Every other execution that passes has diverged.
[[nodiscard]] CaseResult outcome_of(const TestCase& one, const systems::Recording& recording,
                                    const systems::Course& course);

}  // namespace ldfi::results
