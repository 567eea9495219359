#include "master/face/summary.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "common/base/diagnostic.hpp"
#include "common/base/shell_words.hpp"
#include "common/base/text.hpp"
#include "common/config/replay_command.hpp"
#include "common/record/cell_names.hpp"
#include "common/record/summary_text.hpp"
#include "master/face/family_rows.hpp"
#include "master/face/specification_rows.hpp"
#include "master/face/summary_parts.hpp"
#include "master/face/vacuous_text.hpp"

namespace ldfi::app {
namespace {

constexpr std::size_t max_tuples = 8;

bool is_decimal(const std::string& text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Returns a decimal number in scientific form: "8.64e11" for "863825297408". The number may have more digits
/// than a double can hold.
std::string scientific(const std::string& decimal) {
  const double leading = std::stod(decimal.substr(0, 1) + "." + decimal.substr(1, 8));
  std::size_t exponent = decimal.size() - 1;
  std::string mantissa = fmt::format("{:.2f}", leading);
  if (mantissa == "10.00") {
    mantissa = "1.00";
    ++exponent;
  }
  return fmt::format("{}e{}", mantissa, exponent);
}

/// Returns the exact number. A long number is followed by its scientific form.
std::string count(const std::string& decimal) {
  if (!is_decimal(decimal) || decimal.size() <= 7) return decimal.empty() ? "?" : decimal;
  if (decimal.size() > 24) return scientific(decimal);
  return fmt::format("{} ({})", scientific(decimal), decimal);
}

/// Returns the names, separated by blanks. At most the first twelve are listed.
std::string names_of(const std::vector<std::string>& names) {
  std::vector<std::string> shown;
  for (const std::string& name : names) shown.push_back(word_or_quoted(name));
  if (shown.size() > 12) {
    shown.resize(12);
    shown.push_back("…");
  }
  return fmt::format("{}", fmt::join(shown, " "));
}

std::string falsifier_text(const RunRecord& run, const Cell& cell, std::size_t index) {
  const std::size_t number = index + 1;
  const std::size_t total = cell.falsifiers.size();
  const Falsifier& falsifier = cell.falsifiers[index];
  const std::string of = total > 1 ? fmt::format(" {} of {}", number, total) : "";
  const std::string why = number > 1 ? ", shown because its specification is the most severe" : "";
  std::string out =
      fmt::format("\ncounterexample{} ({}{}{})\n", of, counted(falsifier.faults.size(), "fault"),
                  falsifier.minimal ? ", minimal" : "", why);
  const std::string faults = to_text(falsifier.faults, cell.fspec);
  out += labelled("  faults", faults);
  const std::string whose = specifications_of(cell, index);
  if (!whose.empty()) out += labelled("  of", whose);
  for (std::size_t i = 0; i < std::min(falsifier.violated.size(), max_tuples); ++i) {
    out += labelled(i == 0 ? "  violated" : "", printable(falsifier.violated[i]));
  }
  if (falsifier.violated.size() > max_tuples) {
    out += labelled("", fmt::format("and {} more", falsifier.violated.size() - max_tuples));
  }
  std::optional<config::CellOfSweep> one;
  const FspecParameters& f = cell.fspec;
  if (!run.conclusion.empty()) {
    one = {f.eot,         f.eff,      f.crashes, budgets_of(f), CellNames(run.cells).varied(cell),
           f.crash_model, cell.params};
  }
  return out + labelled("  replay", config::replay_command(run.command_line, faults, one));
}

std::string fspec_text(const Cell& cell) {
  const FspecParameters& f = cell.fspec;
  const std::string crashes = f.crashes == 0   ? "no crashes"
                              : f.crashes == 1 ? "1 crash"
                                               : fmt::format("{} crashes", f.crashes);
  return labelled("Fspec",
                  fmt::format("EOT {}, EFF {} ({}), {}{} ({})", f.eot, f.eff, name_of(f.eff_mode),
                              crashes, limits_in_words(f), name_of(f.crash_model))) +
         labelled("nodes", fmt::format("{}: {}", f.nodes.size(), names_of(f.nodes))) +
         (cell.params.empty()
              ? ""
              : labelled("params", printable(fmt::format("{}", fmt::join(cell.params, " ")))));
}

std::string fault_space_text(const Cell& cell) {
  const bool counted = has_combinations(cell.fspec);
  std::string out = counted ? count(cell.combinations) + " combinations" : "";
  if (!cell.distinct_fault_sets.empty() || !counted) {
    out += fmt::format("{}{} distinct fault sets", counted ? ", " : "",
                       count(cell.distinct_fault_sets));
  }
  return labelled("fault space", out);
}

std::string search_text(const RunRecord& run, const Cell& cell) {
  std::string out = fmt::format("{}, {}", printable(run.strategy),
                                counted(count(cell.executed.str()), "execution"));
  if (cell.wasted > 0) out += fmt::format(" and {} speculative", cell.wasted);
  if (cell.violating) out += fmt::format(", {} violating", count(cell.violating->str()));
  out += fmt::format(", {}, seed {}", counted(run.ranks, "rank"), run.seed);
  if (const std::string weights = option_of(run, "weights"); !weights.empty()) {
    out += ", weights " + weights;
  }
  return labelled("search", out);
}

/// Returns the text about the numbers of executions of --repeat. Empty if there was only one search.
std::string repeats_text(const Cell& cell) {
  if (cell.repeats.empty()) return "";
  const Repeats r = repeats_of(cell);
  return labelled("repeats",
                  fmt::format("{} searches, seeds {} to {}: {} found a counterexample", r.searches,
                              cell.repeats.front().seed, cell.repeats.back().seed, r.found)) +
         labelled("", fmt::format("executions: {:.0f} to {:.0f}, median {:g}, mean {:.2f}{}", r.min,
                                  r.max, r.median, r.mean,
                                  r.found < r.searches ? " (more where none was found)" : ""));
}

std::string verdict_text(const RunRecord& run, const Cell& cell, const std::string& output) {
  std::string out = labelled("verdict", name_of(cell.verdict));
  const std::string meaning = meaning_of(run, cell);
  if (cell.verdict == Verdict::vacuous) out += labelled("", std::string(meaning.size(), '*'));
  out += labelled("", meaning);
  if (cell.verdict == Verdict::vacuous) out += labelled("", std::string(meaning.size(), '*'));
  for (const std::string& line : vacuous_lines(cell, output)) out += labelled("", line);
  if (cell.untouched) {
    out +=
        labelled("", "but no fault can affect it: it would also hold if every message were lost");
  }
  if (!cell.reason.empty()) out += labelled("", printable(cell.reason));
  const std::vector<std::string> known = known_lines(run);
  for (std::size_t i = 0; i < known.size(); ++i) {
    out += labelled(i == 0 ? "known" : "", printable(known[i]));
  }
  return out;
}

/// Returns the text about the failure-free run. Empty for a program without an invariant, because then no
/// tuples were promised.
std::string failure_free_text(const Cell& cell) {
  if (!cell.specifications.empty() && cell.failure_free_pre + cell.failure_free_post == 0)
    return "";
  return labelled("failure-free",
                  fmt::format("pre {}, post {}", counted(cell.failure_free_pre, "tuple"),
                              counted(cell.failure_free_post, "tuple")));
}

/// Returns the number of counterexamples, the counterexample that choose_falsifier_to_show() chooses, and
/// the families of all counterexamples. A family has the same faults at other times.
std::string falsifiers_text(const RunRecord& run, const Cell& cell) {
  const std::size_t total = cell.falsifiers.size();
  if (total == 0) return "";
  const auto families = families_of(cell, cell.fspec);
  const std::string in = total > 1 ? fmt::format(", in {} famil{}", families.size(),
                                                 families.size() == 1 ? "y" : "ies")
                                   : "";
  std::string out;
  if (all_wanted(run)) {
    const std::string end = all_known(run, cell) ? "complete"
                            : cell.unfinished
                                ? "not complete: " + printable(reason_text(run, cell.reason))
                                : "not known to be complete";
    out += fmt::format("\n{} ({}){}\n", counted(total, "counterexample"), end, in);
  }
  out += falsifier_text(run, cell, choose_falsifier_to_show(cell)->falsifier);
  return total > 1 ? out + "\n" + families_text(cell, families) : out;
}

/// Returns the remark for the line of a cell, which is one Fspec of a sweep: its counterexample,
/// the specification that the counterexample violates, and the reason for the verdict.
std::string remark(const Cell& cell) {
  std::string out;
  if (const auto first = choose_falsifier_to_show(cell)) {
    if (first->specification) {
      const Specification& says = cell.specifications[*first->specification].says;
      out = fmt::format("{}{}: ", printable(says.name),
                        says.counts() ? "" : fmt::format(" ({})", name_of(says.severity)));
    }
    out += to_text(cell.falsifiers[first->falsifier].faults, cell.fspec);
  }
  if (cell.falsifiers.size() > 1) out += fmt::format(" and {} more", cell.falsifiers.size() - 1);
  if (!cell.reason.empty()) out += (out.empty() ? "" : "  ") + printable(cell.reason);
  return out;
}

/// Returns a line for each cell, which is one Fspec of a sweep.
std::string cells_text(const RunRecord& run) {
  if (run.cells.size() < 2 && run.conclusion.empty()) return "";
  const CellNames names(run.cells);
  std::vector<CellRow> rows;
  for (const Cell& cell : run.cells) {
    rows.push_back({fmt::format("<{}>", names.of(cell)), name_of(cell.verdict),
                    count(cell.executed.str()), fmt::format("{:.3f}", cell.wall_s), remark(cell)});
  }
  return cell_table("Fspec", rows);
}

}  // namespace

namespace {

/// Returns what a theorem of --forever claims. Leaves out its inductive invariant, which only the
/// results file has.
std::string theorem_text(const Theorem& theorem) {
  return labelled("proved", printable(lines_of(theorem, 0).front()));
}

/// Returns the commands that explain the counterexample. Leaves out `ldfi-results diff`, which
/// compares with the failure-free run, if the failure-free run itself violates a promise.
std::string why_text(const RunRecord& run, const Cell& cell, const std::string& output) {
  if (output.empty() || cell.falsifiers.empty()) return "";
  const std::string file = shell_quoted(output);
  const std::size_t dot = output.ends_with(".h5") ? output.size() - 3 : output.size();
  const std::string page = shell_quoted(output.substr(0, dot) + ".html");
  const std::string of =
      run.cells.size() < 2 ? "" : fmt::format(" --cell {}", &cell - run.cells.data());
  const bool without_faults =
      cell.falsifiers[choose_falsifier_to_show(cell)->falsifier].faults.empty();
  const char* const command = without_faults ? "lineage" : "diff";
  return "\n" + labelled("see why", fmt::format("ldfi-results {} {}{}", command, file, of)) +
         labelled("", fmt::format("ldfi-results report {} -o {}", file, page));
}

}  // namespace

std::string text_summary(const RunRecord& run, const std::string& output, const std::string& story,
                         const std::string& invariant) {
  const Cell& cell = decisive_cell(run);
  std::vector<std::string> programs;
  for (const auto& source : run.program) programs.push_back(printable(source.name));
  std::string out = verdict_text(run, cell, output);
  out += labelled("program", fmt::format("{}", fmt::join(programs, " ")));
  out += fspec_text(cell) + fault_space_text(cell) + search_text(run, cell) + repeats_text(cell);
  if (!invariant.empty()) out += labelled("invariant", printable(invariant));
  out += failure_free_text(cell) + specifications_text(cell);
  out += labelled("time", fmt::format("{:.3f} s (solving {:.3f} s, executing {:.3f} s)",
                                      cell.wall_s, cell.solve_s, cell.execute_s));
  if (!output.empty()) out += labelled("results", printable(output));
  if (!run.conclusion.empty()) out += labelled("sweep", printable(run.conclusion));
  for (const Theorem& theorem : run.theorems) out += theorem_text(theorem);
  out += cells_text(run) + falsifiers_text(run, cell);
  if (cell.minimisation) out += "\n" + minimisation_text(*cell.minimisation);
  if (!story.empty()) out += "\n" + story;
  return out + why_text(run, cell, output);
}

}  // namespace ldfi::app
