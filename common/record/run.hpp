// What a run leaves behind, as values: what it was asked, and its cells.
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
  std::vector<std::pair<std::string, std::string>> options;  ///< every option as it took effect
  std::string strategy;
  std::uint64_t seed = 0;
  int ranks = 1;
  std::vector<Cell> cells;
  std::string conclusion;  ///< of a sweep, in one sentence; empty: one Fspec was searched
  std::optional<std::size_t> decisive;  ///< the cell a sweep ends with; none: the worst of all
  std::vector<Theorem> theorems{};      ///< what is proved for every EOT
  /// Of a run about a real system, which has no `cells`; of a sweep of one a view's chosen cell.
  std::optional<SystemResult> system{};
  std::vector<SystemResult> sweep{};  ///< its cells, each with its point
  std::vector<KnownCase> known{};     ///< falsifiers of files that --known names
};

/// What one of `options` took effect as; empty if it is none of them.
[[nodiscard]] std::string option_of(const RunRecord& run, std::string_view name);

/// True if a search that goes on to its end finds every minimal falsifier. `random` draws, `fts`
/// injects one failure of each id, and `molly` is exact only if negation is.
[[nodiscard]] bool looks_everywhere(const RunRecord& run);

/// What --known names, in one line; empty if it was not given.
[[nodiscard]] std::string known_to(const RunRecord& run);
/// True if a specification of that name is among it.
[[nodiscard]] bool is_known(const RunRecord& run, std::string_view specification);

/// True if what --known names is a file of stored falsifiers.
[[nodiscard]] bool is_stored(std::string_view known);
/// True if a fault set, a specification or a stored falsifier is left out: verdicts are apart from it.
[[nodiscard]] bool leaves_out(const RunRecord& run);

/// For people: what --known names, then how many stored falsifiers are violated and what became of
/// each, news first; at most `most` of them. Nothing if --known names nothing.
[[nodiscard]] std::vector<std::string> known_lines(const RunRecord& run, std::size_t most = 20);

/// What a verdict of the run means, in one sentence: meaning_of(cell), apart from what is known.
[[nodiscard]] std::string meaning_of(const RunRecord& run, const Cell& cell);

}  // namespace ldfi
