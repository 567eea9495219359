#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "common/base/text.hpp"
#include "common/record/family.hpp"
#include "results/export/files.hpp"

namespace ldfi::results {
namespace {

/// Returns the field, in quotes if it has commas, quotes or line breaks, as RFC 4180 requires.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

std::string words(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : " ") + word_or_quoted(name);
  return out;
}

std::string limits_of(const FspecParameters& fspec) {
  return in_words(fspec.limits) + in_words(fspec.disk);
}

/// Says which groups of columns the run needs. Each member is true if its columns are needed.
struct Columns {
  bool outages = false;  ///< true if nodes restart, or if only some may crash
  bool limits = false;
  bool params = false;  ///< true if the cells differ in constants
};

Columns columns_of(const RunRecord& run, const std::vector<std::size_t>& cells) {
  Columns out;
  for (const std::size_t i : cells) {
    const FspecParameters& fspec = run.cells[i].fspec;
    out.outages |= fspec.crash_model == CrashModel::stop || !fspec.crashable.empty();
    out.limits |= !limits_of(fspec).empty();
    out.params |= !run.cells[i].params.empty();
  }
  return out;
}

std::string cells_csv(const RunRecord& run, const std::vector<std::size_t>& cells) {
  const auto [outages, limits, params] = columns_of(run, cells);
  std::vector<std::string> names{"cell",
                                 "eot",
                                 "eff",
                                 "crashes",
                                 "eff_mode",
                                 "crash_model",
                                 "nodes",
                                 "verdict",
                                 "reason",
                                 "combinations",
                                 "distinct_fault_sets",
                                 "executed",
                                 "violating",
                                 "wasted",
                                 "falsifiers",
                                 "wall_s",
                                 "solve_s",
                                 "execute_s"};
  if (outages) names.insert(names.end(), {"restarts", "crashable"});
  if (limits) names.emplace_back("limits");
  if (params) names.emplace_back("params");
  std::string out = csv_row(names);
  for (const std::size_t i : cells) {
    const Cell& c = run.cells[i];
    std::vector<std::string> fields{std::to_string(i),
                                    std::to_string(c.fspec.eot),
                                    std::to_string(c.fspec.eff),
                                    std::to_string(c.fspec.crashes),
                                    name_of(c.fspec.eff_mode),
                                    name_of(c.fspec.crash_model),
                                    words(c.fspec.nodes),
                                    name_of(c.verdict),
                                    c.reason,
                                    c.combinations,
                                    c.distinct_fault_sets,
                                    c.executed.str(),
                                    c.violating ? c.violating->str() : "",
                                    std::to_string(c.wasted),
                                    std::to_string(c.falsifiers.size()),
                                    fmt::format("{:.6f}", c.wall_s),
                                    fmt::format("{:.6f}", c.solve_s),
                                    fmt::format("{:.6f}", c.execute_s)};
    if (outages) {
      fields.push_back(std::to_string(c.fspec.restarts));
      fields.push_back(words(c.fspec.crashable));
    }
    if (limits) {
      const std::string text = limits_of(c.fspec);
      fields.push_back(text.substr(std::min<std::size_t>(text.size(), 2)));
    }
    if (params) fields.push_back(fmt::format("{}", fmt::join(c.params, " ")));
    out += csv_row(fields);
  }
  return out;
}

std::string executions_csv(const RunRecord& run, const std::vector<std::size_t>& cells) {
  std::string out = csv_row({"cell", "id", "parent", "faults", "outcome", "execute_ns"});
  for (const std::size_t i : cells) {
    for (const Execution& e : run.cells[i].executions) {
      out += csv_row({std::to_string(i), std::to_string(e.id), std::to_string(e.parent_or_none()),
                      to_text(e.faults, run.cells[i].fspec), name_of(e.outcome),
                      std::to_string(e.execute_ns)});
    }
  }
  return out;
}

bool has_specifications(const RunRecord& run, const std::vector<std::size_t>& cells) {
  return std::ranges::any_of(cells,
                             [&](std::size_t i) { return !run.cells[i].specifications.empty(); });
}

/// Returns the names of the specifications that the counterexample violates.
std::vector<std::string> named_by(const Cell& cell, std::size_t falsifier) {
  std::vector<std::string> out;
  for (const SpecificationResult& one : cell.specifications) {
    if (std::ranges::binary_search(one.falsifiers, falsifier)) out.push_back(one.says.name);
  }
  return out;
}

std::string specifications_csv(const RunRecord& run, const std::vector<std::size_t>& cells) {
  std::string out = csv_row(
      {"cell", "specification", "severity", "when", "explains", "verdict", "falsifiers", "text"});
  for (const std::size_t i : cells) {
    const auto& all = run.cells[i].specifications;
    for (const auto& [says, verdict, falsifiers] : all) {
      out += csv_row({std::to_string(i), says.name, name_of(says.severity), says.when(),
                      says.explains ? all.at(*says.explains).says.name : "", name_of(verdict),
                      std::to_string(falsifiers.size()), says.text});
    }
  }
  return out;
}

}  // namespace

std::string csv_row(const std::vector<std::string>& fields) {
  std::string out;
  for (const std::string& text : fields) out += (out.empty() ? "" : ",") + field(text);
  return out + "\r\n";
}

std::vector<ExportFile> to_csv(const RunRecord& run, const std::vector<std::size_t>& cells) {
  const bool specified = has_specifications(run, cells);
  std::vector<std::string> names{"cell", "falsifier", "faults", "size", "minimal", "family"};
  if (specified) names.emplace_back("specifications");
  std::string falsifiers = csv_row(names);
  std::string violated = csv_row({"cell", "falsifier", "tuple"});
  for (const std::size_t i : cells) {
    const auto& rows = run.cells[i].falsifiers;
    const auto family = family_numbers(families_of(run.cells[i], run.cells[i].fspec));
    for (std::size_t f = 0; f < rows.size(); ++f) {
      const std::string name = fmt::format("f{}", f + 1);
      std::vector<std::string> fields{std::to_string(i),
                                      name,
                                      to_text(rows[f].faults, run.cells[i].fspec),
                                      std::to_string(rows[f].faults.size()),
                                      rows[f].minimal ? "true" : "false",
                                      std::to_string(family[f] + 1)};
      if (specified) fields.push_back(words(named_by(run.cells[i], f)));
      falsifiers += csv_row(fields);
      for (const std::string& tuple : rows[f].violated) {
        violated += csv_row({std::to_string(i), name, tuple});
      }
    }
  }
  std::vector<ExportFile> files{{"cells.csv", cells_csv(run, cells)},
                                {"executions.csv", executions_csv(run, cells)},
                                {"falsifiers.csv", falsifiers},
                                {"violated.csv", violated}};
  if (specified) files.push_back({"specifications.csv", specifications_csv(run, cells)});
  return files;
}

}  // namespace ldfi::results
