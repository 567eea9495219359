#include "master/app/summary_parts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "common/config/option_table.hpp"
#include "common/core/contract.hpp"
#include "common/core/diagnostic.hpp"
#include "common/core/text.hpp"

namespace ldfi::app {

using results::Cell;
using results::RunRecord;

namespace {

struct Meaning {
  std::string_view verdict;
  std::string_view text;
};

/// Worst first: the verdict of a run of several cells is the first of these that any cell has.
constexpr std::array<Meaning, 5> meanings{{
    {"broken", "the failure-free run itself violates the invariant: no fault is needed"},
    {"counterexample", "an admissible fault set violates the invariant"},
    {"inconclusive", "the search ended before it was complete: nothing is proved"},
    {"vacuous",
     "NOTHING WAS PROMISED: nothing violates the invariant, but pre is empty without faults"},
    {"certified", "no admissible fault set of this Fspec violates the invariant (proved)"},
}};

/// The row that an argument such as `--eot`, `--eot=3`, `-t` or `-t3` names, if any.
const config::OptionRow* row_named(std::string_view argument) {
  for (const config::OptionRow& row : config::option_table()) {
    const std::string name = fmt::format("--{}", row.name);
    if (argument == name || argument.starts_with(name + "=")) return &row;
    if (row.flag != '\0' && argument.starts_with(fmt::format("-{}", row.flag))) return &row;
  }
  return nullptr;
}

}  // namespace

const Cell& decisive_cell(const RunRecord& run) {
  LDFI_REQUIRE(!run.cells.empty(), "a run has at least one cell");
  for (const Meaning& meaning : meanings) {
    for (const Cell& cell : run.cells) {
      if (cell.verdict == meaning.verdict) return cell;
    }
  }
  return run.cells.front();
}

std::string_view meaning_of(std::string_view verdict) {
  for (const Meaning& meaning : meanings) {
    if (verdict == meaning.verdict) return meaning.text;
  }
  return "";
}

Repeats repeats_of(const Cell& cell) {
  LDFI_REQUIRE(!cell.repeats.empty(), "several searches");
  Repeats out;
  std::vector<double> runs;
  double sum = 0;
  for (const results::RepeatRow& row : cell.repeats) {
    runs.push_back(std::stod(row.executed));
    sum += runs.back();
    if (row.verdict == "counterexample") ++out.found;
  }
  std::sort(runs.begin(), runs.end());
  out.searches = runs.size();
  out.min = runs.front();
  out.max = runs.back();
  out.median = (runs[(runs.size() - 1) / 2] + runs[runs.size() / 2]) / 2;
  out.mean = sum / static_cast<double>(runs.size());
  return out;
}

std::string shell_quoted(const std::string& argument) {
  const bool plain = !argument.empty() && std::all_of(argument.begin(), argument.end(), [](char c) {
    return is_plain_word(std::string_view(&c, 1))
               ? c != '?'
               : std::string_view("/,=+:@%").find(c) != std::string_view::npos;
  });
  if (plain) return argument;
  const bool harmless = printable(argument) == argument;
  std::string out = harmless ? "'" : "$'";
  for (char c : argument) {
    const auto byte = static_cast<unsigned char>(c);
    if (harmless) {
      out += c == '\'' ? "'\\''" : std::string(1, c);
    } else if (byte < 0x20 || byte >= 0x7F || c == '\'' || c == '\\') {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out + "'";
}

std::string replay_command(const RunRecord& run, const std::string& faults) {
  std::string out = "ldfi-farm";
  const auto& args = run.command_line;
  for (std::size_t i = 1; i < args.size(); ++i) {
    const config::OptionRow* row = args[i].starts_with('-') ? row_named(args[i]) : nullptr;
    const bool short_form = row != nullptr && !args[i].starts_with("--");
    const bool takes_next =
        row != nullptr && row->kind != config::Kind::toggle &&
        (short_form ? args[i].size() == 2 : args[i].find('=') == std::string::npos);
    const bool kept = row == nullptr ? !args[i].starts_with('-') || args[i] == "-"
                                     : row->group == config::Group::fspec;
    const std::size_t last = std::min(i + (takes_next ? 1 : 0), args.size() - 1);
    for (; i < last; ++i) out += kept ? " " + shell_quoted(args[i]) : "";
    if (kept) out += " " + shell_quoted(args[i]);
  }
  return out + " --replay " + shell_quoted(faults);
}

}  // namespace ldfi::app
