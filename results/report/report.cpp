#include "results/report/report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "common/base/decimal.hpp"
#include "common/base/text.hpp"
#include "common/record/cell_names.hpp"
#include "results/json/values.hpp"
#include "results/report/detail.hpp"
#include "results/report/group_table.hpp"
#include "results/report/headline.hpp"
#include "results/report/messages.hpp"
#include "results/report/page.hpp"
#include "results/report/stages.hpp"
#include "results/views/draw/svg.hpp"
#include "results/views/lineage/matter.hpp"

namespace ldfi::results {

namespace assets {
extern const std::string_view report_js;
extern const std::string_view report_js_hash;
}  // namespace assets

namespace {

/// Returns true if the cell's list of counterexamples is complete: the search covered the whole
/// fault space, and each counterexample in the list is minimal.
bool lists_all(const RunRecord& run, const Cell& cell) {
  return option_of(run, "stop") == "all" && is_exhaustive(run) &&
         (cell.reason.empty() || cell.reason.starts_with("follows from")) &&
         std::ranges::all_of(cell.falsifiers, &Falsifier::minimal);
}

std::string covers(const RunRecord& run, const Cell& cell) {
  if (cell.counts) return "all fault sets are counted, so none is listed";
  if (cell.verdict == Verdict::certified || cell.verdict == Verdict::vacuous) {
    return "a proof covers every fault set of the specification";
  }
  if (cell.verdict == Verdict::counterexample) {
    return lists_all(run, cell) ? "all minimal falsifiers are listed: a proof covers the rest"
                                : "the search ended after it found them";
  }
  return "no proof covers the rest";
}

/// Returns a number that is higher for a worse verdict. The page first shows the cell with the
/// highest number.
int rank(const Cell& cell) {
  switch (cell.verdict) {
    case Verdict::broken:
      return 4;
    case Verdict::counterexample:
      return 3;
    case Verdict::inconclusive:
      return 2;
    case Verdict::vacuous:
      return 1;
    case Verdict::certified:
      return 0;
  }
  return 0;
}

/// Draws the executions of a cell. If the file contains the program, also explains them, because
/// they can then be executed again.
class Drawn {
 public:
  Drawn(const RunRecord& run, const Cell& cell, const GraphvizOptions& graphviz)
      : run_(run), cell_(cell), graphviz_(graphviz), traces_(run, cell) {}

  /// Returns the JSON of the execution, or nullopt if there is neither a program nor a stored trace.
  std::optional<Json> detail(const FaultSet& faults, const std::string& name,
                             const std::string& replay) {
    constexpr const char* unknown = "The tuples of each tick were not recorded.";
    constexpr const char* too_much =
        "This run has too many tuples for a page; ldfi-results show lists them.";
    const Trace* stored = traces_.stored(faults);
    if (run_.program.empty()) {
      if (stored == nullptr) return std::nullopt;
      return results::detail(*stored, name, replay, unknown, judged_by(cell_));
    }
    if (!subject_) {
      subject_.emplace(run_, cell_);
      comparer_.emplace(*subject_, subject_->failure_free());
    }
    const Rerun execution = subject_->execute(faults);
    Trace trace = stored != nullptr ? *stored : make_trace(*subject_, execution, max_held);
    const Comparison found = comparer_->compare(execution);
    follow(found.why, trace);
    Json out = results::detail(trace, name, replay, stored != nullptr ? unknown : too_much,
                               judged_by(cell_));
    add_support(*subject_, execution, subject_->failure_free(), trace, out);
    add_comparison(*subject_, found, name, graphviz_, out);
    return out;
  }

  /// Returns the program's relations with their numbers of columns, including relations without
  /// tuples. Empty if the file does not contain the program.
  [[nodiscard]] Json relations() const {
    Json out = Json::object();
    if (!subject_) return out;
    const dedalus::Program& program = subject_->program();
    for (std::size_t i = 0; i < program.relations.size(); ++i) {
      const dedalus::Relation& relation = program.relations[i];
      if (!program.internal(RelationId(i)) && !relation.event)
        out[relation.name] = relation.arity();
    }
    return out;
  }

 private:
  const RunRecord& run_;
  const Cell& cell_;
  const GraphvizOptions& graphviz_;
  Traces traces_;
  std::optional<Subject> subject_;
  std::optional<Comparer> comparer_;
};

class Report {
 public:
  Report(const RunRecord& run, const ReportOptions& options)
      : run_(run), options_(options), left_(options.max_diagrams), max_bytes_(options.max_bytes) {}

  std::string html() {
    const std::string title = fmt::format("{}: {}", subject_name(), verdict());
    std::string out = page_top(
        title, fmt::format("ldfi-farm {}, {}: {}", run_.version, run_.started, options_.file),
        assets::report_js_hash);
    out +=
        "<noscript><p>This report shows its data with a script that it brings along; the same "
        "without one: ldfi-results summary, falsifiers and show.</p></noscript>\n</main>\n";
    out += fmt::format("<script type=\"application/json\" id=\"data\">{}</script>\n",
                       embedded(data()));
    return out + fmt::format("<script>{}</script>\n</body>\n</html>\n", assets::report_js);
  }

 private:
  [[nodiscard]] std::string subject_name() const {
    return run_.program.empty() ? "no program" : program_name(run_);
  }

  [[nodiscard]] std::string verdict() const {
    if (options_.cells.size() == 1) return name_of(run_.cells[options_.cells[0]].verdict);
    std::size_t bad = 0;
    for (const std::size_t i : options_.cells) bad += run_.cells[i].falsifiers.empty() ? 0U : 1U;
    return fmt::format("{} cells, {} with falsifiers", options_.cells.size(), bad);
  }

  [[nodiscard]] Json run_data() const {
    std::string command;
    for (const std::string& word : run_.command_line)
      command += (command.empty() ? "" : " ") + word;
    return {{"strategy", run_.strategy}, {"seed", std::to_string(run_.seed)}, {"ranks", run_.ranks},
            {"version", run_.version},   {"started", run_.started},           {"command", command},
            {"file", options_.file}};
  }

  Json data() {
    Json out;
    out["run"] = run_data();
    out["config"] = {{"name", run_.config_name}, {"text", run_.config_text}};
    out["program"] = Json::array();
    for (const SourceText& source : run_.program) {
      out["program"].push_back({{"name", source.name}, {"text", source.text}});
    }
    out["options"] = Json::array();
    for (const auto& [name, value] : run_.options) out["options"].push_back({name, value});
    add_cells(out);
    return out;
  }

  /// Returns the index in `options_.cells` of the cell that the page shows first: the cell that
  /// decided the verdict of a sweep. If there is none, the first cell with the worst verdict.
  [[nodiscard]] std::size_t opened() const {
    const auto& cells = options_.cells;
    if (run_.decisive) {
      const auto decisive = std::ranges::find(cells, *run_.decisive);
      if (decisive != cells.end()) return static_cast<std::size_t>(decisive - cells.begin());
    }
    const auto worst =
        std::ranges::max_element(cells, {}, [this](std::size_t i) { return rank(run_.cells[i]); });
    return static_cast<std::size_t>(worst - cells.begin());
  }

  /// Adds all cells. Draws the executions of the cell that the page shows first. Also draws one execution of
  /// each other cell, as long as max_diagrams allows.
  void add_cells(Json& out) {
    const CellNames names(run_.cells);
    const std::size_t count = options_.cells.size();
    const std::size_t first = opened();
    out["opened"] = first;
    out["conclusion"] = printable(run_.conclusion);
    if (!run_.theorems.empty()) out["theorems"] = Json::array();
    for (const Theorem& theorem : run_.theorems)
      out["theorems"].push_back(lines_of(theorem, theorem.invariant.size()));
    out["cells"] = Json(std::vector<Json>(count));
    for (std::size_t n = 0; n < count; ++n) {
      const std::size_t at = n == 0 ? first : n <= first ? n - 1 : n;
      const Cell& one = run_.cells[options_.cells[at]];
      most_ = count == 1 ? left_ : n == 0 ? std::max<std::size_t>(2, left_ / 2) : 1;
      out["cells"][at] = cell(one);
      out["cells"][at]["name"] = names.of(one);
    }
  }

  [[nodiscard]] Json facts(const Cell& cell) const {
    Json out;
    out["fspec"] = fspec_json(cell.fspec);
    const std::string limits = limits_in_words(cell.fspec);  // `, messages up to 2 ticks late`
    if (!limits.empty()) out["limits"] = limits.substr(2);
    if (!cell.params.empty()) out["params"] = cell.params;
    out["verdict"] = name_of(cell.verdict);
    out["meaning"] = headline(run_, cell);
    out["others"] = cell.falsifiers.size() - std::min<std::size_t>(1, cell.falsifiers.size());
    const std::vector<std::string> known = known_lines(run_);
    if (!known.empty()) out["known"] = known;
    out["reason"] = cell.reason;
    out["combinations"] = cell.combinations;
    out["distinct_fault_sets"] = cell.distinct_fault_sets;
    out["executed"] = cell.executed.str();
    out["violating"] = cell.violating ? decimal(*cell.violating) : "";
    if (const auto share = violating_share(cell)) {
      out["share"] = *cell.violating == 0 ? "none" : percent(*share);
    }
    if (cell.counts) out["counts"] = counts_json(cell);
    if (cell.minimisation) {
      out["minimisation"] = minimisation_json(*cell.minimisation);
      out["minimisation"]["line"] = minimisation_line(*cell.minimisation);
      out["minimisation"]["shown"] = stages_json(run_, cell, [this](std::size_t bytes) {
        return bytes > max_bytes_ || options_.enough();
      });
    }
    out["covers"] = covers(run_, cell);
    out["wasted"] = cell.wasted;
    out["universe"] = {cell.universe_facts, cell.universe_instances};
    out["failure_free"] =
        has_invariant(cell) ? Json({cell.failure_free_pre, cell.failure_free_post}) : Json();
    out["wall_s"] = cell.wall_s;
    out["solve_s"] = cell.solve_s;
    out["execute_s"] = cell.execute_s;
    return out;
  }

  /// Returns each specification of the cell with its text and the indices of its counterexamples.
  [[nodiscard]] static Json specifications(const Cell& cell) {
    Json out = specifications_json(cell, cell.fspec);
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i].erase("counterexamples");
      out[i]["text"] = printable(cell.specifications[i].says.text);
      out[i]["falsifiers"] = cell.specifications[i].falsifiers;
    }
    return out;
  }

  Json cell(const Cell& cell) {
    Json out = facts(cell);
    if (!cell.specifications.empty()) out["specifications"] = specifications(cell);
    out["executions"] = Json::array();
    for (const Execution& row : cell.executions) {
      out["executions"].push_back({row.id, row.parent_or_none(), to_text(row.faults, cell.fspec),
                                   name_of(row.outcome), row.execute_ns});
    }
    out["falsifiers"] = Json::array();
    for (std::size_t f = 0; f < cell.falsifiers.size(); ++f) {
      const Falsifier& row = cell.falsifiers[f];
      out["falsifiers"].push_back({fmt::format("f{}", f + 1), to_text(row.faults, cell.fspec),
                                   row.faults.size(), row.minimal, row.violated, nullptr,
                                   replay(cell, row.faults, out)});
    }
    if (cell.falsifiers.size() > 1 && !run_.program.empty()) out["groups"] = groups(cell);
    const Json groups = out.contains("groups") ? out["groups"]["list"] : Json::array();
    out["details"] = details(cell, groups, out);
    return out;
  }

  /// Stores the beginning and the end of the replay command in `out`, once for all counterexamples,
  /// to keep the page small. Returns null if the command of this counterexample is this beginning,
  /// the fault set and this end. Otherwise returns the whole command.
  Json replay(const Cell& cell, const FaultSet& faults, Json& out) {
    const std::string command = options_.replay(cell, faults);
    const std::string text = to_text(faults, cell.fspec);
    const std::size_t at = command.rfind(text);
    if (at == std::string::npos) return command;
    const Json around{command.substr(0, at), command.substr(at + text.size())};
    if (!out.contains("replay")) out["replay"] = around;
    return out["replay"] == around ? Json() : Json(command);
  }

  Json groups(const Cell& cell) {
    GroupOptions options;
    options.most = to_group_;
    options.enough = options_.enough;
    to_group_ -= std::min(to_group_, cell.falsifiers.size());
    return group_table(Subject(run_, cell), cell, options);
  }

  /// Returns the counterexamples in the order in which they are drawn: first the one that the page
  /// shows first, then one of each group, then the others.
  static std::vector<std::size_t> order_of(const Cell& cell, const Json& groups) {
    std::vector<std::size_t> order;
    std::vector<bool> there(cell.falsifiers.size());
    const auto add = [&](std::size_t f) {
      if (!there[f]) order.push_back(f);
      there[f] = true;
    };
    if (const auto first = choose_falsifier_to_show(cell)) add(first->falsifier);
    for (const Json& group : groups) add(group["families"][0][1][0].get<std::size_t>());
    for (std::size_t f = 0; f < there.size(); ++f) add(f);
    return order;
  }

  /// Returns the details of the counterexamples, in the order of order_of(), and then of the
  /// failure-free run. In `told`, adds to the row of each counterexample the index of its details,
  /// and adds the relations.
  Json details(const Cell& cell, const Json& groups, Json& told) {
    Json out = Json::array();
    Json& rows = told["falsifiers"];
    Drawn drawn(run_, cell, options_.graphviz);
    const auto order = order_of(cell, groups);
    const std::size_t end = left_ - std::min(most_, left_);
    // One picture is reserved for the failure-free run.
    const std::size_t spare = most_ > 1 || cell.falsifiers.empty() ? 1 : 0;
    for (std::size_t i = 0; i < order.size() && left_ > end + spare && bytes_ < max_bytes_; ++i) {
      const std::size_t f = order[i];
      const FaultSet& faults = cell.falsifiers[f].faults;
      auto detail =
          drawn.detail(faults, fmt::format("falsifier f{}", f + 1), options_.replay(cell, faults));
      if (!detail) continue;
      rows[f][5] = out.size();
      out.push_back(*std::move(detail));
      bytes_ += dump(out.back()).size();
      --left_;
    }
    if (left_ > end) {
      if (auto detail = drawn.detail({}, "the failure-free run", "")) {
        out.push_back(*std::move(detail));
        --left_;
      }
    }
    told["relations"] = drawn.relations();
    return out;
  }

  const RunRecord& run_;
  const ReportOptions& options_;
  std::size_t left_;      ///< number of executions that may still be drawn in all cells together
  std::size_t most_ = 0;  ///< number of executions that may still be drawn in the current cell
  std::size_t to_group_ = options_.max_grouped;
  std::size_t max_bytes_;
  std::size_t bytes_ = 0;  ///< bytes of the details so far
};

}  // namespace

std::string report(const RunRecord& run, const ReportOptions& options) {
  return Report(run, options).html();
}

std::string run_json(const RunRecord& run, const Cell& cell, const FaultSet& faults,
                     const std::string& name, const std::string& replay,
                     const GraphvizOptions& graphviz) {
  const auto detail = Drawn(run, cell, graphviz).detail(faults, name, replay);
  if (!detail) throw UsageError("the file holds no program: this execution cannot be run again");
  return dump(shown(*detail)) + "\n";
}

}  // namespace ldfi::results
