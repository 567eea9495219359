// The commands `summary` and `falsifiers`: show the contents of the file, without executing anything.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "common/base/decimal.hpp"
#include "common/base/diagnostic.hpp"
#include "common/base/text.hpp"
#include "common/record/cell_names.hpp"
#include "common/record/family.hpp"
#include "common/record/overtaking.hpp"
#include "results/app/commands.hpp"
#include "results/app/line.hpp"
#include "results/app/specifications.hpp"
#include "results/json/values.hpp"
#include "results/views/trace/subject.hpp"

namespace ldfi::results {
namespace {

std::string theorem_text(const Theorem& theorem) {
  constexpr std::size_t most = 12;  // most clauses of an invariant that are shown
  const std::vector<std::string> lines = lines_of(theorem, most);
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    out += line(i == 0 ? "proved" : i == 1 ? "  invariant" : "", printable(lines[i]));
  }
  return out;
}

std::string run_header(const RunRecord& run) {
  std::vector<std::string> programs;
  for (const SourceText& source : run.program) programs.push_back(printable(source.name));
  std::string out = line("program", fmt::format("{}", fmt::join(programs, " ")));
  if (!run.config_name.empty()) out += line("config", printable(run.config_name));
  const std::string weights = option_of(run, "weights");
  out += line("run", fmt::format("{}{}{}, {} rank{}, seed {}, ldfi-farm {}, {}",
                                 printable(run.strategy), weights.empty() ? "" : ", weights ",
                                 printable(weights), run.ranks, run.ranks == 1 ? "" : "s", run.seed,
                                 printable(run.version), printable(run.started)));
  if (!run.conclusion.empty()) out += line("sweep", printable(run.conclusion));
  for (const Theorem& theorem : run.theorems) out += theorem_text(theorem);
  if (run.decisive) {
    out += line("ends with", fmt::format("cell {}, {}", *run.decisive,
                                         name_of(run.cells[*run.decisive].verdict)));
  }
  return out;
}

std::string cell_title(std::size_t index, const Cell& cell) {
  return line(fmt::format("cell {}", index), printable(fspec_text(cell)));
}

std::string nodes_text(const Cell& cell) {
  std::vector<std::string> names;
  for (const std::string& node : cell.fspec.nodes) names.push_back(word_or_quoted(node));
  return fmt::format("{}: {}", names.size(), fmt::join(names, " "));
}

Json cell_json(std::size_t index, const Cell& cell) {
  Json out{{"cell", index},
           {"fspec", fspec_json(cell.fspec)},
           {"verdict", name_of(cell.verdict)},
           {"reason", cell.reason}};
  if (!cell.params.empty()) out["params"] = cell.params;
  return out;
}

std::string lines(const Json& json) {
  return dump(json, 2) + "\n";
}

void add_specifications(const Cell& cell, Json& out) {
  if (!cell.specifications.empty()) out["specs"] = specifications_json(cell, cell.fspec);
}

std::string falsifier_text(const Cell& cell, std::size_t index, const Falsifier& row) {
  std::string out = line(fmt::format("  f{}", index + 1), to_text(row.faults, cell.fspec));
  const std::string size =
      row.faults.size() == 1 ? "1 fault" : fmt::format("{} faults", row.faults.size());
  out += line("", fmt::format("{}{}", size, row.minimal ? ", minimal" : ""));
  for (const std::string& tuple : row.violated) out += line("", "violates " + printable(tuple));
  return out;
}

/// Returns the entry of a family. It has the name of its first counterexample, whose index is
/// `index`.
std::string family_text(const Family& family, std::size_t index, const Falsifier& row,
                        bool all_violate_the_same) {
  std::string out = line(fmt::format("  f{}", index + 1), family.text);
  out += line("",
              fmt::format("{} falsifiers of {} fault{}{}", family.members.size(), row.faults.size(),
                          row.faults.size() == 1 ? "" : "s", row.minimal ? ", all minimal" : ""));
  const std::string whose = all_violate_the_same ? "" : fmt::format("f{} ", index + 1);
  for (const std::string& tuple : row.violated) {
    out += line("", whose + "violates " + printable(tuple));
  }
  if (!all_violate_the_same) out += line("", "not all violate the same; --all lists each");
  return out;
}

/// Lists counterexamples one by one, or by families: the same faults at other times.
class FalsifierList {
 public:
  FalsifierList(const Cell& cell, bool all) : cell_(cell) {
    if (!all) families_ = families_of(cell, cell.fspec);
    first_ = std::vector<const Family*>(cell.falsifiers.size());
    for (const Family& family : families_) {
      if (family.members.size() > 1) first_[family.members.front()] = &family;
      for (std::size_t i = 1; i < family.members.size(); ++i) told_.insert(family.members[i]);
    }
  }

  /// Returns a note about the counterexamples that are not listed, because another one represents
  /// their family. Empty if all are listed.
  [[nodiscard]] std::string head() const {
    if (told_.empty()) return "";
    return line("", fmt::format("{} falsifiers in {} famil{}: the same faults at other times; "
                                "--all lists each",
                                cell_.falsifiers.size(), families_.size(),
                                families_.size() == 1 ? "y" : "ies"));
  }

  /// Returns the entry of a counterexample or, if it is the first of its family, of the family.
  /// Empty if it is a later member of its family. `row_of` returns the data of the counterexample
  /// with this index.
  template <class RowOf>
  [[nodiscard]] std::string entry(std::size_t f, RowOf row_of) const {
    if (told_.contains(f)) return "";
    const Falsifier row = row_of(f);
    if (first_[f] == nullptr) return falsifier_text(cell_, f, row);
    const bool same = std::ranges::all_of(first_[f]->members, [&](std::uint32_t member) {
      return row_of(member).violated == row.violated;
    });
    return family_text(*first_[f], f, row, same);
  }
  [[nodiscard]] std::string entry(std::size_t f) const {
    return entry(f, [this](std::size_t i) { return cell_.falsifiers[i]; });
  }

 private:
  const Cell& cell_;
  std::vector<Family> families_;
  /// For each counterexample: the family of which it is the first member, or null.
  std::vector<const Family*> first_;
  std::set<std::size_t> told_;  ///< counterexamples that are in a family, but are not its first
                                ///< member
};

std::string all_falsifiers(const Cell& cell, const FalsifierList& list) {
  std::string out;
  for (std::size_t f = 0; f < cell.falsifiers.size(); ++f) out += list.entry(f);
  return out;
}

std::string falsifiers_of_each(const Cell& cell, const FalsifierList& list) {
  std::string out;
  std::vector<bool> named(cell.falsifiers.size());
  for (std::size_t s = 0; s < cell.specifications.size(); ++s) {
    const SpecificationResult& one = cell.specifications[s];
    if (one.falsifiers.empty()) continue;
    out += "\n" + specification_title(cell, one);
    for (const std::uint32_t f : one.falsifiers) {
      named[f] = true;
      out += list.entry(
          f, [&](std::size_t i) { return falsifier_of(cell, s, static_cast<std::uint32_t>(i)); });
    }
  }
  std::string others;
  for (std::size_t f = 0; f < named.size(); ++f) {
    if (!named[f]) others += list.entry(f);
  }
  return others.empty() ? out : out + "\n  not known to be of one of them:\n" + others;
}

/// Returns the counts of fault sets by outcome. Empty if fault sets were not counted.
std::string counts_text(const Cell& cell) {
  const auto share = violating_share(cell);
  if (!share) return "";
  const auto row = [](const char* label, const std::string& digits, std::optional<double> of) {
    const bool some = digits.find_first_not_of('0') != std::string::npos;
    return line(label, some && of ? fmt::format("{} ({})", digits, percent(*of)) : digits);
  };
  std::string out = row("  violating", decimal(*cell.violating), share);
  if (!cell.counts) return out;
  const FaultSetCounts& counts = *cell.counts;
  const auto share_of = [&](const std::string& digits) {
    return ratio_of(digits, cell.distinct_fault_sets);
  };
  out += row("  vacuous", counts.vacuous, share_of(counts.vacuous));
  out += row("  passing", counts.passing, share_of(counts.passing));
  if (counts.failing != "0") out += row("  failing", counts.failing, share_of(counts.failing));
  if (const auto overtaking = overtaking_sets(cell))
    out += row("  overtaking", *overtaking, share_of(*overtaking));
  if (!counts.random_p) return out;
  const auto runs = expected_random_runs(cell);
  return out +
         line("  random", runs ? fmt::format("a random fault set violates with probability {:.4g}; "
                                             "a random search needs {:.4g} executions on average",
                                             *counts.random_p, *runs)
                               : "finds nothing");
}

std::string cell_summary(const RunRecord& run, const Cell& cell) {
  std::string out = line("  verdict", name_of(cell.verdict));
  out += line("", meaning_of(run, cell));
  const std::vector<std::string> known = known_lines(run);
  for (std::size_t i = 0; i < known.size(); ++i) {
    out += line(i == 0 ? "  known" : "", printable(known[i]));
  }
  if (!cell.reason.empty()) out += line("  reason", printable(cell.reason));
  out += line("  nodes", nodes_text(cell));
  const auto number = [](const std::string& n) { return n.empty() ? "?" : printable(n); };
  out += line("  fault space",
              has_combinations(cell.fspec)
                  ? fmt::format("{} combinations, {} distinct fault sets",
                                number(cell.combinations), number(cell.distinct_fault_sets))
                  : fmt::format("{} distinct fault sets", number(cell.distinct_fault_sets)));
  out += counts_text(cell);
  out += line("  executed", fmt::format("{}, of which {} were speculative and not needed",
                                        cell.executed.str(), cell.wasted));
  out += line("  universe", fmt::format("{} facts, {} rule instances", cell.universe_facts,
                                        cell.universe_instances));
  if (has_invariant(cell)) {
    out += line("  failure-free",
                fmt::format("pre {}, post {}", cell.failure_free_pre, cell.failure_free_post));
  }
  out += line("  time", fmt::format("{:.3f} s (solving {:.3f} s, executing {:.3f} s)", cell.wall_s,
                                    cell.solve_s, cell.execute_s));
  out += line("  falsifiers", std::to_string(cell.falsifiers.size()));
  if (cell.minimisation) out += "\n" + minimisation_text(*cell.minimisation);
  return out;
}

}  // namespace

std::string summary_text(const RunRecord& run, const std::vector<std::size_t>& cells) {
  std::string out = run_header(run);
  for (const std::size_t i : cells) {
    out += "\n" + cell_title(i, run.cells[i]) + cell_summary(run, run.cells[i]);
    out += specifications_table(run.cells[i]);
  }
  return out;
}

std::string verdict_text(const RunRecord& run, const Cell& cell) {
  return fmt::format("the verdict is {}{}", name_of(cell.verdict),
                     leaves_out(run) ? ", apart from known" : "");
}

std::string summary_json(const RunRecord& run, const std::vector<std::size_t>& cells) {
  Json programs = Json::array();
  for (const SourceText& source : run.program) programs.push_back(source.name);
  Json list = Json::array();
  const CellNames names(run.cells);
  for (const std::size_t i : cells) {
    const Cell& cell = run.cells[i];
    Json one = cell_json(i, cell);
    if (const std::string known = known_to(run); !known.empty()) one["known"] = known;
    if (!run.known.empty()) one["known_cases"] = known_json(run.known);
    one["combinations"] = cell.combinations;
    one["distinct_fault_sets"] = cell.distinct_fault_sets;
    one["executed"] = cell.executed.str();
    one["violating"] = cell.violating ? Json(decimal(*cell.violating)) : Json();
    if (const auto share = violating_share(cell)) one["share"] = *share;
    if (cell.counts) {
      one["counts"] = counts_json(cell);
      one["counts"]["states"] = cell.counts->states;
    }
    if (cell.minimisation) one["minimisation"] = minimisation_json(*cell.minimisation);
    one["wasted"] = cell.wasted;
    one["universe"] = {{"facts", cell.universe_facts}, {"instances", cell.universe_instances}};
    one["failure_free"] = {{"pre", cell.failure_free_pre}, {"post", cell.failure_free_post}};
    one["wall_s"] = cell.wall_s;
    one["solve_s"] = cell.solve_s;
    one["execute_s"] = cell.execute_s;
    one["falsifiers"] = cell.falsifiers.size();
    if (!run.program.empty()) one["replay"] = replay_of(run, cell, names, "none");
    add_specifications(cell, one);
    list.push_back(std::move(one));
  }
  Json out = {{"program", programs},
              {"config", run.config_name},
              {"strategy", run.strategy},
              {"seed", run.seed},
              {"ranks", run.ranks},
              {"version", run.version},
              {"started", run.started},
              {"conclusion", run.conclusion},
              {"decisive", run.decisive ? Json(*run.decisive) : Json()},
              {"cells", list}};
  if (!run.theorems.empty()) out["theorems"] = theorems_json(run.theorems);
  if (const std::string weights = option_of(run, "weights"); !weights.empty()) {
    out["weights"] = weights_json(weights);
  }
  return lines(out);
}

std::string falsifiers_text(const RunRecord& run, const std::vector<std::size_t>& cells, bool all) {
  std::string out;
  for (const std::size_t i : cells) {
    const Cell& cell = run.cells[i];
    out += (out.empty() ? "" : "\n") + cell_title(i, cell);
    if (cell.falsifiers.empty()) {
      out += line("  none", verdict_text(run, cell));
    }
    const FalsifierList list(cell, all);
    out += list.head() + specifications_table(cell);
    out +=
        cell.specifications.empty() ? all_falsifiers(cell, list) : falsifiers_of_each(cell, list);
  }
  return out;
}

std::string falsifiers_json(const RunRecord& run, const std::vector<std::size_t>& cells) {
  Json list = Json::array();
  for (const std::size_t i : cells) {
    Json one = cell_json(i, run.cells[i]);
    if (const std::string known = known_to(run); !known.empty()) one["known"] = known;
    one["falsifiers"] = Json::array();
    const auto family = family_numbers(families_of(run.cells[i], run.cells[i].fspec));
    for (std::size_t f = 0; f < run.cells[i].falsifiers.size(); ++f) {
      Json row = {{"run", fmt::format("f{}", f + 1)}};
      row.update(falsifier_json(run.cells[i].falsifiers[f], run.cells[i].fspec));
      row["family"] = family[f] + 1;
      one["falsifiers"].push_back(std::move(row));
    }
    add_specifications(run.cells[i], one);
    list.push_back(std::move(one));
  }
  return lines(list);
}

}  // namespace ldfi::results
