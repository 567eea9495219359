#include "common/config/replay_command.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/shell_words.hpp"
#include "common/config/arguments.hpp"

namespace ldfi::config {
namespace {

/// Returns the budget that this option varies as an axis, or null.
const Budgets::Entry* varied_by(const OptionRow& row) {
  const auto& all = Budgets::entries();
  const auto* const it = std::ranges::find(all, row.name, axis_name);
  return it == all.end() ? nullptr : it;
}

/// Returns true if the option is a part of the cell's Fspec or constants.
bool is_cell(const OptionRow& row, const CellOfSweep& cell) {
  if (row.name == "eot" || row.name == "eff" || row.name == "crashes") return true;
  if (row.name == "crash-model") return cell.varied != Budgets();
  if (row.name == "eff-mode") return cell.inclusive;
  return std::ranges::any_of(Budgets::entries(), [&](const Budgets::Entry& entry) {
    return Budgets::set_by(entry, row.name) && cell.varied[entry] != Budgets::any;
  });
}

/// Returns the cell, in which the budgets are marked as varied whose axes are on the command line.
std::optional<CellOfSweep> with_axes(std::optional<CellOfSweep> cell,
                                     const std::vector<std::string>& args) {
  for (const std::string& argument : args) {
    const OptionRow* row = cell && argument.starts_with('-') ? named_option(argument).row : nullptr;
    const Budgets::Entry* entry = row == nullptr ? nullptr : varied_by(*row);
    if (entry != nullptr) cell->varied[*entry] = cell->budgets[*entry];
  }
  return cell;
}

std::string options_of(const CellOfSweep& cell) {
  std::string out = fmt::format(" -t {} -f {} -c {}", cell.eot, cell.eff, cell.crashes);
  if (cell.inclusive) out += " --eff-mode inclusive";
  for (const Budgets::Entry& entry : Budgets::entries()) {
    const int number = cell.varied[entry];
    if (number != Budgets::any) out += fmt::format(" --{} {}", entry.option, number);
  }
  for (const std::string& param : cell.params) out += " -D " + shell_quoted(param);
  // The default crash model depends on these numbers, so the command states the crash model.
  if (cell.varied != Budgets()) out += fmt::format(" --crash-model {}", name_of(cell.crash_model));
  return out;
}

bool says_what_runs(const OptionRow& row) {
  return row.group == Group::fspec || row.group == Group::input;
}

}  // namespace

std::string replay_command(const std::vector<std::string>& args, const std::string& faults,
                           const std::optional<CellOfSweep>& of) {
  const auto cell = with_axes(of, args);
  std::string out = "ldfi-farm";
  for (std::size_t i = 1; i < args.size(); ++i) {
    const NamedOption option = args[i].starts_with('-') ? named_option(args[i]) : NamedOption();
    const OptionRow* row = option.row;
    const bool kept = row == nullptr ? !args[i].starts_with('-') || args[i] == "-"
                      : cell         ? says_what_runs(*row) && !is_cell(*row, *cell)
                                     : says_what_runs(*row) || varied_by(*row) != nullptr;
    const std::size_t last = std::min(i + (option.takes_next ? 1 : 0), args.size() - 1);
    for (; i < last; ++i) out += kept ? " " + shell_quoted(args[i]) : "";
    if (kept) out += " " + shell_quoted(args[i]);
  }
  if (cell) out += options_of(*cell);
  return out + " --replay " + shell_quoted(faults);
}

}  // namespace ldfi::config
