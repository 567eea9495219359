// The record of one call of ldfi-farm: its inputs and options, and the results for each Fspec.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/record/cell.hpp"
#include "common/record/known_case.hpp"
#include "common/record/system_result.hpp"
#include "common/record/theorem.hpp"

namespace ldfi {

struct SourceText {
  std::string name;
  std::string text;
};

struct RunRecord {
  std::string version;
  std::string started;  ///< start of the run in UTC, in the format ISO 8601
  std::vector<std::string> command_line;
  std::string config_name;
  std::string config_text;
  std::vector<SourceText> program;
  /// All options with the values that the run used, including defaults.
  std::vector<std::pair<std::string, std::string>> options;
  std::string strategy;
  std::uint64_t seed = 0;
  int ranks = 1;
  std::vector<Cell> cells;
  std::string conclusion;  ///< conclusion of a sweep in one sentence; empty if the run has only one
                           ///< Fspec
  /// Index of the cell that decides the result of a sweep; nullopt if the worst verdict decides.
  std::optional<std::size_t> decisive;
  std::vector<Theorem> theorems{};  ///< claims that were proved for every EOT
  /// Result of a run of a real system. Such a run has no `cells`. To show one cell of a sweep, its
  /// result is copied here.
  std::optional<SystemResult> system{};
  /// Results of all cells of a sweep of a real system, with their Fspecs in SystemResult::point.
  std::vector<SystemResult> sweep{};
  /// Stored counterexamples of the files that the option --known names, with their new outcomes.
  std::vector<KnownCase> known{};
};

/// Returns the value that the run used for an option. Empty if the run does not have the option.
[[nodiscard]] std::string option_of(const RunRecord& run, std::string_view name);

/// Returns true if the strategy finds every minimal counterexample unless it is interrupted.
/// `random` draws fault sets, and `fts` injects one failure of each id, so they may miss some.
/// `molly` misses none only with exact negation.
[[nodiscard]] bool is_exhaustive(const RunRecord& run);

/// Returns the value of the option --known. Empty if the option was not given.
[[nodiscard]] std::string known_to(const RunRecord& run);
/// Returns true if the option --known names this specification.
[[nodiscard]] bool is_known(const RunRecord& run, std::string_view specification);

/// Returns true if `known`, an item of the option --known, names a file of stored counterexamples.
[[nodiscard]] bool is_stored(std::string_view known);
/// Returns true if the run left out a fault set, a specification or a stored counterexample, so
/// that its verdicts do not cover it.
[[nodiscard]] bool leaves_out(const RunRecord& run);

/// Returns lines for the user about --known: its value, how many stored counterexamples are still
/// violated, and at most `most` of them with their outcomes. Cases that the search did not leave
/// out come first. Empty without --known.
[[nodiscard]] std::vector<std::string> known_lines(const RunRecord& run, std::size_t most = 20);

/// Returns the meaning of a cell's verdict in one sentence. Adds "apart from known" if the verdict
/// does not cover known violations.
[[nodiscard]] std::string meaning_of(const RunRecord& run, const Cell& cell);

}  // namespace ldfi
