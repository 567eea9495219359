// `lineage`: why an execution ended as it did.
#include <fmt/core.h>

#include "results/app/choose.hpp"
#include "results/app/commands.hpp"
#include "results/lineage/dot.hpp"
#include "results/lineage/outcome.hpp"
#include "results/lineage/picture.hpp"
#include "results/trace/agreement.hpp"

namespace ldfi::results {

std::string lineage_text(const RunRecord& run, std::size_t cell, const CommandLine& line,
                         std::string& note) {
  const Subject subject(run, run.cells[cell]);
  const ChosenRun choice = choose_run(run.cells[cell], line.runs.empty() ? "" : line.runs[0]);
  const Rerun execution = subject.execute(choice.faults);
  const Rerun& good = subject.failure_free();
  std::string title = "why: " + title_of(run, choice.name);
  std::optional<Question> question;
  if (line.runs.size() > 1) {
    question = read_question(subject, execution, good, line.runs[1]);
    title = fmt::format("why {}: {}", line.runs[1], title_of(run, choice.name));
  }
  for (const GraphTable& stored : run.cells[cell].graphs) {
    const bool meant = stored.run == to_text(choice.faults, subject.fspec()) ||
                       (stored.run == "failure_free" && choice.faults.empty());
    if (meant && !agrees(subject, stored)) {
      note = "the stored derivation graph is not what this run yields: the file was changed";
    }
  }
  ExplainOptions options;
  options.all = line.all;
  const Lineage lineage = question ? explain(subject, execution, good, {*question}, options)
                                   : explain_outcome(subject, execution, good, options);
  if (line.dot) return to_dot(lineage, title);
  if (!line.svg) return to_tree(lineage);
  const auto drawn = draw_lineage(lineage, title);
  if (const auto* svg = std::get_if<Svg>(&drawn)) return svg->document();
  note = fmt::format("{}; the graph was written as DOT text instead",
                     std::get<NoPlacement>(drawn).reason);
  return to_dot(lineage, title);
}

}  // namespace ldfi::results
