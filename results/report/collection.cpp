#include "results/report/collection.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "common/record/system_result.hpp"
#include "results/report/page.hpp"
#include "results/views/draw/svg.hpp"
#include "results/views/trace/subject.hpp"

namespace ldfi::results {

namespace assets {
extern const std::string_view collection_js;
extern const std::string_view collection_js_hash;
extern const std::string_view report_js_hash;
extern const std::string_view system_js_hash;
}  // namespace assets

namespace {

const Cell& cell_to_tell(const RunRecord& run) {
  if (run.decisive) return run.cells.at(*run.decisive);
  return *std::ranges::min_element(
      run.cells, [](const Cell& a, const Cell& b) { return worse(a.verdict, b.verdict); });
}

CollectedRun of_program(const RunRecord& run) {
  CollectedRun out;
  const Cell& cell = cell_to_tell(run);
  out.subject = run.program.empty() ? "no program" : program_name(run);
  out.fspec = fspec_text(cell);
  if (run.cells.size() > 1) out.fspec = fmt::format("{} cells; {}", run.cells.size(), out.fspec);
  out.verdict = name_of(cell.verdict);
  out.falsifiers = std::to_string(cell.falsifiers.size());
  BigInt executed = 0;
  for (const Cell& one : run.cells) {
    executed += one.executed;
    out.wall_s += one.wall_s;
  }
  out.executions = executed.str();
  return out;
}

CollectedRun of_system(const RunRecord& run) {
  CollectedRun out;
  const auto& cells = run.sweep;
  const SystemResult& one = cells.empty() ? *run.system : cells[worst_of(cells)];
  // Removes the fingerprint, which follows the name.
  out.subject = one.system.substr(0, one.system.find(' '));
  out.fspec = !cells.empty() ? fmt::format("{} cells", cells.size())
              : one.point    ? "<" + one.point->name + ">"
                             : "that of its config";
  out.verdict = name_of(one.verdict);
  out.falsifiers = std::to_string(one.falsifiers.size());
  std::size_t executed = 0;
  const auto add = [&](const SystemResult& result) {
    executed += result.executions.size();
    out.wall_s += result.wall_s;
  };
  for (const SystemResult& each : cells) add(each);
  if (cells.empty()) add(one);
  out.executions = std::to_string(executed);
  return out;
}

/// Returns the number of runs with each verdict, in the order of first appearance: `2 counterexample, 1
/// certified`.
std::string verdicts_of(const std::vector<CollectedRun>& runs) {
  std::vector<std::pair<std::string, std::size_t>> counts;
  for (const CollectedRun& run : runs) {
    const auto found =
        std::ranges::find(counts, run.verdict, [](const auto& c) { return c.first; });
    if (found == counts.end()) {
      counts.emplace_back(run.verdict, 1);
    } else {
      ++found->second;
    }
  }
  std::string out;
  for (const auto& [verdict, count] : counts) {
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", count, verdict);
  }
  return out;
}

std::string td(const std::string& head, const std::string& markup) {
  return fmt::format("<td data-head=\"{}\">{}</td>", head, markup);
}

std::string row_of(const CollectedRun& run, std::size_t number) {
  const std::string link = fmt::format("<a href=\"#run-{}\">{}</a>", number, xml_text(run.file));
  return "<tr>" + td("run", link) + td("subject", "<code>" + xml_text(run.subject) + "</code>") +
         td("Fspec", xml_text(run.fspec)) +
         td("verdict", fmt::format("<span class=\"word {0}\">{0}</span>", xml_text(run.verdict))) +
         td("falsifiers", xml_text(run.falsifiers)) + td("executions", xml_text(run.executions)) +
         td("time", fmt::format("<span class=\"word\">{:.3f} s</span>", run.wall_s)) + "</tr>\n";
}

/// Returns the index of the run that the page shows first.
std::size_t opened_at(const std::vector<CollectedRun>& runs) {
  std::size_t out = 0;
  for (std::size_t i = 1; i < runs.size(); ++i) {
    const auto ours = verdict_named(runs[i].verdict);
    const auto best = verdict_named(runs[out].verdict);
    if (ours && best && worse(*ours, *best)) out = i;
  }
  return out;
}

}  // namespace

CollectedRun collected(const RunRecord& run, const std::string& file) {
  CollectedRun out = run.system || !run.sweep.empty() ? of_system(run) : of_program(run);
  out.file = file;
  return out;
}

std::string collection(const std::vector<CollectedRun>& runs) {
  const std::string scripts = fmt::format("{}' '{}' '{}", assets::collection_js_hash,
                                          assets::report_js_hash, assets::system_js_hash);
  std::string out = page_top(fmt::format("{} runs", runs.size()), verdicts_of(runs), scripts);
  out +=
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"runs\">"
      "<table class=\"rows runs\"><caption>Choose a run to see it below.</caption><thead><tr>";
  for (const char* head :
       {"run", "subject", "Fspec", "verdict", "falsifiers", "executions", "time"}) {
    out += fmt::format("<th scope=\"col\">{}</th>", head);
  }
  out += "</tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < runs.size(); ++i) out += row_of(runs[i], i + 1);
  out +=
      "</tbody></table></div>\n<noscript><p>This page shows the runs with a script that it brings "
      "along; the same without one: ldfi-results summary, falsifiers and show.</p></noscript>\n";
  out += fmt::format("<div id=\"run\" data-first=\"{}\"></div>\n</main>\n", opened_at(runs) + 1);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    out += fmt::format("<script type=\"application/json\" id=\"page-{}\">{}</script>\n", i + 1,
                       embedded(Json(runs[i].page)));
  }
  return out + fmt::format("<script>{}</script>\n</body>\n</html>\n", assets::collection_js);
}

}  // namespace ldfi::results
