#include "results/app/choose.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "common/base/text.hpp"
#include "common/record/cell_names.hpp"

namespace ldfi::results {
namespace {

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string list_cells(const RunRecord& run) {
  constexpr std::size_t most = 12;
  const CellNames names(run.cells);
  std::string out = "\n  hint: the cells are";
  for (std::size_t i = 0; i < std::min(most, run.cells.size()); ++i) {
    out += fmt::format(" {} ({})", i, names.of(run.cells[i]));
  }
  if (run.cells.size() > most) out += fmt::format(" and {} more", run.cells.size() - most);
  return out;
}

}  // namespace

std::vector<std::size_t> choose_cells(const RunRecord& run,
                                      const std::optional<std::string>& cell) {
  std::vector<std::size_t> found;
  const auto index = cell ? number(*cell) : std::nullopt;
  const CellNames names(run.cells);
  for (std::size_t i = 0; i < run.cells.size(); ++i) {
    if (!cell || index == i || *cell == names.of(run.cells[i])) found.push_back(i);
  }
  if (found.empty() && cell) {
    throw UsageError(fmt::format("--cell: there is no cell {}", shown_line(*cell)) +
                     list_cells(run));
  }
  return found;
}

std::size_t choose_cell(const RunRecord& run, const std::optional<std::string>& cell) {
  const auto found = choose_cells(run, cell);
  if (found.empty()) throw UsageError("the file has no cells: nothing was searched");
  if (found.size() > 1) {
    throw UsageError("the file has several cells: choose one with --cell" + list_cells(run));
  }
  return found.front();
}

ChosenRun choose_run(const Cell& cell, const std::string& text) {
  const auto falsifier = [&](std::size_t i) {
    return ChosenRun{cell.falsifiers[i].faults, fmt::format("falsifier f{}", i + 1)};
  };
  if (text.empty()) {
    if (const auto first = choose_falsifier_to_show(cell)) return falsifier(first->falsifier);
    return {{}, "the failure-free run"};
  }
  if (text[0] == 'f') {
    if (const auto i = number(text.substr(1))) {
      if (*i >= 1 && *i <= cell.falsifiers.size()) return falsifier(*i - 1);
      throw UsageError(
          fmt::format("there is no falsifier {}: the cell has {} (see ldfi-results falsifiers)",
                      text, cell.falsifiers.size()));
    }
  }
  if (const auto id = number(text)) {
    for (const Execution& row : cell.executions) {
      if (row.id != *id) continue;
      return {row.faults, fmt::format("execution {}", *id)};
    }
    throw UsageError(
        fmt::format("there is no execution {}: the cell has {}", text, cell.executions.size()));
  }
  ChosenRun chosen{read_fault_set(text, "RUN", Fspec(cell.fspec)), "a fault set"};
  if (chosen.faults.empty()) chosen.name = "the failure-free run";
  return chosen;
}

}  // namespace ldfi::results
