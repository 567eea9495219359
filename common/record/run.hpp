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
  std::string started;  ///< start of the run in UTC, ISO 8601
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
  std::string conclusion;  ///< conclusion of a sweep in one sentence; empty for a run of one Fspec
  /// Index of the cell that decides a sweep; nullopt: the cell with the worst verdict.
  std::optional<std::size_t> decisive;
  std::vector<Theorem> theorems{};  ///< claims that are proved for every EOT
  /// Result of a run of a real system; such a run has no `cells`. Views of a sweep put the chosen
  /// cell here.
  std::optional<SystemResult> system{};
  /// Cells of a sweep of a real system, each with its SystemResult::point.
  std::vector<SystemResult> sweep{};
  /// Falsifiers of the files that --known names, with their outcomes.
  std::vector<KnownCase> known{};
};

/// Returns the effective value of an option. Empty if the run does not have the option.
[[nodiscard]] std::string option_of(const RunRecord& run, std::string_view name);

/// Returns true if the strategy finds every minimal falsifier unless it is interrupted. `random`
/// only draws, and `fts` injects one failure of each id. `molly` is complete only with exact
/// negation.
[[nodiscard]] bool looks_everywhere(const RunRecord& run);

/// Returns the value of the option --known. Empty if the option was not given.
[[nodiscard]] std::string known_to(const RunRecord& run);
/// Returns true if the option --known names this specification.
[[nodiscard]] bool is_known(const RunRecord& run, std::string_view specification);

/// Returns true if `known`, a value of --known, is a file of stored falsifiers.
[[nodiscard]] bool is_stored(std::string_view known);
/// Returns true if verdicts do not cover some fault set, specification or stored falsifier, because
/// the run left it out.
[[nodiscard]] bool leaves_out(const RunRecord& run);

/// Returns lines for people about --known: its value, how many stored falsifiers are violated, and
/// at most `most` of them with their outcomes. Cases that the search
/// does not leave out come first. Empty without --known.
[[nodiscard]] std::vector<std::string> known_lines(const RunRecord& run, std::size_t most = 20);

/// Returns the meaning of a cell's verdict in one sentence. Adds "apart from known" if the run
/// leaves something out.
[[nodiscard]] std::string meaning_of(const RunRecord& run, const Cell& cell);

}  // namespace ldfi
