// The record of a run: its inputs and options, and the results of its cells.
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
  std::string started;  ///< UTC, ISO 8601
  std::vector<std::string> command_line;
  std::string config_name;
  std::string config_text;
  std::vector<SourceText> program;
  /// All options with their effective values.
  std::vector<std::pair<std::string, std::string>> options;
  std::string strategy;
  std::uint64_t seed = 0;
  int ranks = 1;
  std::vector<Cell> cells;
  std::string conclusion;  ///< conclusion of a sweep in one sentence; empty for a single Fspec
  std::optional<std::size_t> decisive;  ///< cell that decides a sweep; nullopt: the worst of all
  std::vector<Theorem> theorems{};      ///< what is proved for every EOT
  /// Result of a run about a real system, which has no `cells`. In views of a sweep, the chosen
  /// cell.
  std::optional<SystemResult> system{};
  std::vector<SystemResult> sweep{};  ///< cells of a sweep of a real system, each with its point
  std::vector<KnownCase> known{};     ///< falsifiers from the files that --known names
};

/// Returns the effective value of an option, or an empty text if `options` does not have it.
[[nodiscard]] std::string option_of(const RunRecord& run, std::string_view name);

/// Returns true if a search finds every minimal falsifier unless it is interrupted. `random` only
/// draws, and `fts` injects one failure of each id. `molly` is complete only with exact negation.
[[nodiscard]] bool looks_everywhere(const RunRecord& run);

/// Returns the value of --known, or an empty text if it was not given.
[[nodiscard]] std::string known_to(const RunRecord& run);
/// Returns true if --known names this specification.
[[nodiscard]] bool is_known(const RunRecord& run, std::string_view specification);

/// Returns true if this value of --known is a file of stored falsifiers.
[[nodiscard]] bool is_stored(std::string_view known);
/// Returns true if a fault set, a specification or a stored falsifier is left out, so that verdicts
/// do not cover it.
[[nodiscard]] bool leaves_out(const RunRecord& run);

/// Returns lines for people: the value of --known, the number of stored falsifiers that are
/// violated, and at most `most` of them with their outcomes, news first. Returns an empty list
/// without --known.
[[nodiscard]] std::vector<std::string> known_lines(const RunRecord& run, std::size_t most = 20);

/// Returns the meaning of a cell's verdict in one sentence. Adds "apart from known" if the run
/// leaves something out.
[[nodiscard]] std::string meaning_of(const RunRecord& run, const Cell& cell);

}  // namespace ldfi
