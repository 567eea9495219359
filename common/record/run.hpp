// What a run leaves behind, as values: what it was asked, and its cells.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/record/cell.hpp"

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
};

}  // namespace ldfi
