#include "common/config/replay_command.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/shell_words.hpp"
#include "common/config/arguments.hpp"

namespace ldfi::config {
namespace {

/// Returns the limit on faults that this option varies in a sweep, or null.
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

/// Returns the cell. Marks each limit on faults as varied if the command line has its values for a
/// sweep.
std::optional<CellOfSweep> with_axes(std::optional<CellOfSweep> cell,
                                     const std::vector<Argument>& args) {
  for (const Argument& argument : args) {
    const bool is_axis = cell && argument.row != nullptr;
    const Budgets::Entry* entry = is_axis ? varied_by(*argument.row) : nullptr;
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

bool is_part_of_input(const OptionRow& row) {
  return row.group == Group::fspec || row.group == Group::input;
}

}  // namespace

std::string replay_command(const std::vector<std::string>& args, const std::string& faults,
                           const std::optional<CellOfSweep>& of) {
  const std::vector<Argument> arguments =
      classified(std::span(args).subspan(std::min<std::size_t>(args.size(), 1)));
  const auto cell = with_axes(of, arguments);
  std::string out = "ldfi-farm";
  for (const Argument& one : arguments) {
    const OptionRow* row = one.row;
    const bool kept = row == nullptr ? one.part == Part::file
                      : cell         ? is_part_of_input(*row) && !is_cell(*row, *cell)
                                     : is_part_of_input(*row) || varied_by(*row) != nullptr;
    // A file name that begins with `-` would be read as an option, because the command has no `--`.
    const bool is_like_option = one.part == Part::file && one.text.size() > 1 && one.text[0] == '-';
    if (kept) out += " " + shell_quoted((is_like_option ? "./" : "") + one.text);
  }
  if (cell) out += options_of(*cell);
  return out + " --replay " + shell_quoted(faults);
}

}  // namespace ldfi::config
