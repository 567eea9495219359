// Makes the text of --help from the tables of commands and options.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "common/base/wrapped.hpp"
#include "results/app/command_line.hpp"

namespace ldfi::results {
namespace {

constexpr std::size_t help_width = 100;
constexpr std::size_t indent = 22;

constexpr std::string_view usage =
    "ldfi-results: what ldfi-farm found, for people\n\n"
    "Usage: ldfi-results COMMAND FILE.h5 [RUN ...] [options]\n\n"
    "RUN says which execution is meant:\n"
    "  f1          the first falsifier, as `falsifiers` lists them\n"
    "  12          the execution with that id\n"
    "  none        the failure-free run\n"
    "  'O(a,b,1)'  any fault set in its written form, executed or not: it is run again\n"
    "Without RUN it is the first falsifier; with specifications, that of the worst that counts. "
    "If\n"
    "there is none, the failure-free run.\n";

constexpr std::string_view ending =
    "\nExit status:\n"
    "  0   done; of check: the history passes\n"
    "  1   of check: the history is violated\n"
    "  2   no answer: a limit ran out (time, memory, or the size of one execution); of check, too: "
    "the\n"
    "      history is undecided or vacuous\n"
    "  64  usage\n"
    "  65  a file that is damaged or no results file, a wrong fault set\n"
    "  70  a bug of ours\n"
    "  74  an I/O failure\n"
    "  85  stopped by a signal; nothing was written\n";

/// Returns an entry of the help: `left` in the first column and `text`, wrapped, in the second.
std::string entry(const std::string& left, std::string_view text) {
  return two_columns(left, text, help_width, indent);
}

std::string commands_of(const OptionRow& row) {
  std::vector<std::string_view> names;
  for (const CommandRow& command : command_table()) {
    if (std::find(row.commands.begin(), row.commands.end(), command.command) !=
        row.commands.end()) {
      names.push_back(command.name);
    }
  }
  if (names.size() == command_table().size()) return "";
  const auto has = [&](Command one) {
    return std::ranges::find(row.commands, one) != row.commands.end();
  };
  if (!has(Command::serve) && has(Command::watch) && names.size() + 1 == command_table().size()) {
    return " (all except serve)";
  }
  if (!has(Command::serve) && !has(Command::watch) && names.size() + 2 == command_table().size()) {
    return " (all except serve and watch)";
  }
  return fmt::format(" ({})", fmt::join(names, ", "));
}

}  // namespace

std::string help_text() {
  std::string out(usage);
  out += "\nCommands:\n";
  for (const CommandRow& row : command_table()) {
    out += entry(fmt::format("  {}", row.name), row.help);
  }
  out += "\nOptions:\n";
  for (const OptionRow& row : option_table()) {
    const std::string flag = row.flag == '\0' ? "    " : fmt::format("-{}, ", row.flag);
    const std::string value = row.value.empty() ? "" : fmt::format(" {}", row.value);
    out += entry(fmt::format("  {}--{}{}", flag, row.name, value),
                 std::string(row.help) + commands_of(row));
  }
  out += entry("      --version", "only the version");
  out += entry("  -h, --help", "this text");
  return out += ending;
}

}  // namespace ldfi::results
