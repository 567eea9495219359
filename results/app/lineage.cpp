// The command `lineage`: shows why an execution ended as it did.
#include <fmt/core.h>

#include <algorithm>

#include "common/base/errors.hpp"
#include "common/base/shell_words.hpp"
#include "common/base/text.hpp"
#include "results/app/choose.hpp"
#include "results/app/commands.hpp"
#include "results/json/values.hpp"
#include "results/views/compare/story.hpp"
#include "results/views/lineage/dot.hpp"
#include "results/views/lineage/outcome.hpp"
#include "results/views/lineage/picture.hpp"
#include "results/views/trace/agreement.hpp"

namespace ldfi::results {
namespace {

/// Returns the explanation of an execution as JSON (docs/reference/results-json.md#lineage).
Json lineage_json(const Lineage& lineage, const std::vector<StoryStep>& steps,
                  const ChosenRun& choice, const Subject& subject) {
  Json out;
  out["run"] = choice.name;
  out["of"] = to_text(choice.faults, subject.fspec());
  out["faults"] = Json::array();
  for (const Fault& fault : choice.faults) {  // sorted as in the written form of fault sets
    const std::string text = to_text(fault, subject.fspec());
    const bool named = std::ranges::any_of(
        lineage.nodes, [&](const LineageNode& node) { return node.fault == text; });
    if (named) out["faults"].push_back(text);
  }
  out["steps"] = Json::array();
  for (const StoryStep& step : steps) {
    Json one{{"tick", step.tick}, {"text", step.text}};
    if (!step.fault.empty()) one["fault"] = step.fault;
    out["steps"].push_back(std::move(one));
  }
  out["nodes"] = Json::array();
  for (const LineageNode& node : lineage.nodes) {
    Json one{{"kind", kind_name(node.kind)}, {"lines", node.lines}, {"root", node.root}};
    if (!node.tuple.empty()) one["tuple"] = node.tuple;
    if (!node.fault.empty()) one["fault"] = node.fault;
    if (node.first > 0) one["first"] = node.first, one["last"] = node.last;
    out["nodes"].push_back(std::move(one));
  }
  out["edges"] = lineage.edges;
  out["notes"] = lineage.notes;
  return out;
}

/// Throws UsageError if the only argument is a GOAL, because the first argument must be a RUN.
void refuse_goal_without_run(const Subject& subject, const CommandLine& line) {
  if (line.runs.size() != 1) return;
  const std::string& text = line.runs[0];
  const auto sign = text.rfind('@');
  const auto end = text.rfind(')');
  const bool has_tick = sign != std::string::npos && (end == std::string::npos || sign > end);
  const std::string name = text.substr(0, text.find('('));
  if (!has_tick && (name.size() < 2 || !subject.program().find(name))) return;
  throw UsageError(
      fmt::format("lineage: {} is a GOAL, and the RUN before it is missing\n  hint: write "
                  "ldfi-results lineage {} f1 {}, or none in place of f1 for the failure-free run",
                  shown_line(text), shell_quoted(line.file), shell_quoted(text)));
}

}  // namespace

std::string lineage_text(const RunRecord& run, std::size_t cell, const CommandLine& line,
                         std::string& note) {
  const Subject subject(run, run.cells[cell]);
  refuse_goal_without_run(subject, line);
  const ChosenRun choice = choose_run(run.cells[cell], line.runs.empty() ? "" : line.runs[0]);
  const Rerun execution = subject.execute(choice.faults);
  const Rerun& good = subject.failure_free();
  std::string title = "why: " + title_of(run, choice.name);
  std::vector<Question> questions;
  if (line.runs.size() > 1) {
    questions = read_questions(subject, execution, good, line.runs[1]);
    title = fmt::format("why {}: {}", line.runs[1], title_of(run, choice.name));
  }
  for (const GraphTable& stored : run.cells[cell].graphs) {
    const bool meant = stored.run == to_text(choice.faults, subject.fspec()) ||
                       (stored.run == "failure_free" && choice.faults.empty());
    if (meant && !agrees(subject, stored)) {
      note = "the stored derivation graph differs from this execution: the file was changed";
    }
  }
  ExplainOptions options;
  options.all = line.all;
  const Lineage lineage = questions.empty() ? explain_outcome(subject, execution, good, options)
                                            : explain(subject, execution, good, questions, options);
  if (line.json) {
    const auto steps =
        questions.empty() ? make_story(subject, execution, lineage) : std::vector<StoryStep>();
    return dump(lineage_json(lineage, steps, choice, subject)) + "\n";
  }
  if (line.dot) return to_dot(lineage, title);
  if (!line.svg) return to_tree(lineage);
  const auto drawn = draw_lineage(lineage, title);
  if (const auto* svg = std::get_if<Svg>(&drawn)) return svg->document();
  note = fmt::format("{}; the graph was written as DOT text instead",
                     std::get<NoPlacement>(drawn).reason);
  return to_dot(lineage, title);
}

}  // namespace ldfi::results
