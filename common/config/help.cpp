// --help, made from the table of options.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <limits>
#include <sstream>

#include "common/config/command_line.hpp"
#include "common/config/option_table.hpp"
#include "common/config/progress_columns.hpp"

namespace ldfi::config {
namespace {

constexpr std::size_t width = 100;
constexpr std::size_t indent = 29;

constexpr std::string_view usage =
    "ldfi-farm: lineage-driven fault injection for Dedalus programs\n\n"
    "Usage: ldfi-farm CONFIG.yaml [options]                 one process\n"
    "       ldfi-farm A.ded [B.ded ...] -t TICK -f TICK [options]\n"
    "       mpirun -n 64 ldfi-farm CONFIG.yaml [options]    a farm: rank 0 is the master\n"
    "       ldfi-farm --traces FOLDER [--next NUMBER]       recordings of a real system\n\n"
    "What the command line says overrides the config.\n";

constexpr std::string_view ending =
    "\nExit status:\n"
    "  0   certified: no admissible fault set violates the invariant (proved)\n"
    "  1   a counterexample was found, or the failure-free run is broken already\n"
    "  2   inconclusive (nothing was proved), or vacuous (nothing was promised)\n"
    "  64  usage\n"
    "  65  a bad program, config or fault set\n"
    "  70  a bug of ours\n"
    "  74  an I/O or MPI failure\n"
    "  85  stopped on request, with everything saved\n";

constexpr std::string_view examples =
    "\nExamples:\n"
    "  ldfi-farm configs/flux.yaml\n"
    "  ldfi-farm a.ded b.ded -N a,b,c -t 6 -f 3 -c 1 --stop all\n"
    "  ldfi-farm a.ded -t 6 -f 3 --replay 'O(a,b,1) C(c,2)'\n"
    "  ldfi-farm configs/kafka.yaml --check --summary json\n";

/// The help of an option, with its choices, range, default and yaml key.
std::string description(const OptionRow& row) {
  std::string text(row.help);
  std::vector<std::string> notes;
  if (!row.choices.empty()) notes.push_back(fmt::format("{}", fmt::join(row.choices, "|")));
  if ((row.kind == Kind::integer || row.kind == Kind::axis || row.kind == Kind::span) &&
      row.high != std::numeric_limits<std::uint64_t>::max()) {
    notes.push_back(fmt::format("{}..{}", row.low, row.high));
  }
  const std::string value = row.show(Options{});
  if (row.kind != Kind::toggle && !value.empty()) notes.push_back("default " + value);
  if (!row.yaml.empty()) notes.push_back(fmt::format("config: {}", row.yaml));
  if (!notes.empty()) text += fmt::format(" [{}]", fmt::join(notes, "; "));
  return text;
}

/// `left` in its column, and the wrapped `text` beside it.
std::string entry(const std::string& left, const std::string& text) {
  std::string out = left;
  std::size_t column = left.size();
  const auto next_line = [&] {
    out += "\n" + std::string(indent, ' ');
    column = indent;
  };
  if (column + 2 > indent) {
    next_line();
  } else {
    out += std::string(indent - column, ' ');
    column = indent;
  }
  std::istringstream words(text);
  bool first = true;
  for (std::string word; words >> word; first = false) {
    if (!first && column + 1 + word.size() > width) {
      next_line();
      first = true;
    }
    out += (first ? "" : " ") + word;
    column += word.size() + (first ? 0 : 1);
  }
  return out + "\n";
}

std::string left_of(const OptionRow& row) {
  if (row.kind == Kind::programs) return fmt::format("  {}", row.value_name);
  const std::string flag = row.flag == '\0' ? "    " : fmt::format("-{}, ", row.flag);
  const std::string value = row.value_name.empty() ? "" : fmt::format(" {}", row.value_name);
  return fmt::format("  {}--{}{}", flag, row.name, value);
}

}  // namespace

std::string help_text() {
  std::string out(usage);
  std::optional<Group> group;
  for (const OptionRow& row : option_table()) {
    if (group != row.group) out += fmt::format("\n{}:\n", title(row.group));
    group = row.group;
    out += entry(left_of(row), description(row));
  }
  out += entry("      --version", "the version, and nothing else");
  out += entry("  -h, --help", "this text");
  out += ending;
  out +=
      "\nProgress, on stderr (a line a second on a terminal, every 10 s elsewhere; not with "
      "--quiet):\n";
  for (const ProgressColumn& column : progress_columns) {
    out += entry(fmt::format("  {}", column.name), std::string(column.meaning));
  }
  out += "\nProgress of a real system, as often:\n";
  for (const ProgressColumn& column : system_progress_columns) {
    out += entry(fmt::format("  {}", column.name), std::string(column.meaning));
  }
  return out += examples;
}

}  // namespace ldfi::config
