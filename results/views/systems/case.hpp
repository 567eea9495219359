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
/// Reads the text of the file `name`. Throws SourcedError with all its problems and their places if it is not a case.
[[nodiscard]] TestCase read_case(const std::string& name, const std::string& text);

/// A problem of a case, and where in its file it is.
struct CaseProblem {
  std::string what;
  std::string key{};                     ///< empty: the whole file
  std::optional<std::size_t> element{};  ///< of the list behind the key
  std::string hint{};                    ///< empty: how cases are written
};
/// Throws the SourcedError of these problems of a case whose file `name` has this text.
[[noreturn]] void refuse_case(const std::string& name, const std::string& text,
                              const std::vector<CaseProblem>& problems);

/// Returns what an execution of its faults says about a case. It is not violated only if the same happened until the
/// first fault, all faults struck, and the execution passes. Every other execution that passes has diverged.
[[nodiscard]] CaseResult outcome_of(const TestCase& one, const systems::Recording& recording,
                                    const systems::Course& course);

/// Returns a sentence if the case is of another system, or of another version of it. Empty if it is of this one.
[[nodiscard]] std::string other_system(const TestCase& one, const systems::Recording& recording);
/// Returns in sentences what the case says and its execution does not show, although the outcome hides it. `nodes`:
/// the names of the nodes of the system.
[[nodiscard]] std::vector<std::string> doubts_about(const TestCase& one,
                                                    const systems::Recording& recording,
                                                    const std::vector<std::string>& nodes);

}  // namespace ldfi::results
