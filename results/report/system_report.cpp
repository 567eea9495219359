#include "results/report/system_report.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "common/base/text.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "results/report/headline.hpp"
#include "results/report/page.hpp"
#include "results/report/system_map.hpp"
#include "results/report/system_moments.hpp"
#include "results/views/draw/svg.hpp"
#include "results/views/systems/diagram.hpp"
#include "results/views/systems/replay.hpp"
#include "results/views/systems/system_text.hpp"

namespace ldfi::results {

namespace assets {
extern const std::string_view system_js;
extern const std::string_view system_js_hash;
}  // namespace assets

namespace {

using Cells = std::vector<std::string>;

/// Returns a link to the second and later counterexamples, or an empty text if there is only one.
std::string others(const SystemResult& system, const std::string& prefix) {
  if (system.falsifiers.size() < 2) return "";
  return fmt::format(" <a href=\"#{}s-f2\">{}.</a>", prefix,
                     counted(system.falsifiers.size() - 1, "other counterexample"));
}

std::string code(const std::string& text) {
  return "<code>" + xml_text(text) + "</code>";
}

/// Returns the HTML of a command in which lines may only break at slashes. Browsers would otherwise
/// break lines inside names.
std::string command_code(const std::string& command) {
  std::string out = "<code>";
  for (const char c : xml_text(command)) {
    out += c;
    if (c == '/') out += "<wbr>";
  }
  return out + "</code>";
}

std::string top_of_page(const RunRecord& run, const SystemResult& system,
                        const std::string& verdict, const SystemReportOptions& options) {
  const std::string command = fmt::format("{}", fmt::join(system.command, " "));
  return page_top(fmt::format("{}: {}", command.empty() ? system.system : command, verdict),
                  run.version.empty()
                      ? options.file
                      : fmt::format("ldfi-farm {}, {}: {}", run.version, run.started, options.file),
                  assets::system_js_hash);
}

std::string end_of_page() {
  return fmt::format("</main>\n<script>{}</script>\n</body>\n</html>\n", assets::system_js);
}

class SystemPage {
 public:
  SystemPage(const RunRecord& run, const SystemReportOptions& options)
      : run_(run), system_(*run.system), options_(options) {}

  std::string html() {
    out_ = top_of_page(run_, system_, ldfi::name_of(system_.verdict), options_);
    verdict();
    for (std::size_t i = 0; i < system_.falsifiers.size(); ++i) counterexample(i);
    without_faults();
    overview();
    executions();
    config();
    return out_ + end_of_page();
  }

  /// Returns the section of a sweep's page about the cell with this number. `drawn` and `bytes`
  /// count the counterexamples and the bytes of pictures on the whole page, and are increased.
  std::string part(std::size_t number, std::size_t& drawn, std::size_t& bytes) {
    prefix_ = fmt::format("cell-{}-", number);
    drawn_ = drawn;
    bytes_ = bytes;
    out_.clear();
    verdict();
    for (std::size_t i = 0; i < system_.falsifiers.size(); ++i) counterexample(i);
    overview();
    executions();
    drawn = drawn_;
    bytes = bytes_;
    return std::move(out_);
  }

  /// Returns the section of the page that shows the config.
  std::string input() {
    out_.clear();
    config();
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::vector<std::string> said() const {
    return system_.point ? system_.point->said : std::vector<std::string>();
  }

  void verdict() {
    const std::string& word = ldfi::name_of(system_.verdict);
    out_ += fmt::format(
        "<div class=\"verdict {0}\" role=\"group\" aria-label=\"verdict\"><strong>{0}</strong>"
        "<span class=\"lines\">{1}{2}{3}</span></div>\n",
        word, xml_lines(headline(system_)),
        system_.reason.empty() ? "" : " " + xml_lines(system_.reason) + ".",
        others(system_, prefix_));
    if (!system_.certificate.empty()) {
      out_ += fmt::format("<p class=\"story\">{}.</p>\n", xml_text(system_.certificate));
    }
    for (const std::string& one : system_.differences) {
      out_ += fmt::format("<p class=\"story\">The system is not deterministic: {}</p>\n",
                          xml_lines(one));
    }
  }

  void fact(const std::string& name, const std::string& value) {
    if (value.empty()) return;
    out_ += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, xml_text(value));
  }

  [[nodiscard]] std::size_t count(systems::Result result) const {
    return static_cast<std::size_t>(
        std::ranges::count(system_.executions, result, &SystemExecution::result));
  }

  void overview() {
    begin_part("run", "Run");
    out_ += "<dl class=\"facts\">\n";
    fact("system", system_.system);
    fact("nodes", fmt::format("{}", fmt::join(system_.nodes, " ")));
    fact("executions",
         fmt::format("{}: {} passed, {} failed, {} vacuous, {} invalid", system_.executions.size(),
                     count(systems::Result::pass), count(systems::Result::fail),
                     count(systems::Result::vacuous), count(systems::Result::invalid)));
    if (system_.minimisation) fact("minimised", minimisation_line(*system_.minimisation));
    if (!run_.version.empty()) {
      fact("determinism",
           fmt::format("{} repeated in new processes, {} compared, {} differences",
                       system_.double_runs, system_.pairs, system_.differences.size()));
      fact("level", system_.level);
      fact("seed", std::to_string(run_.seed));
      fact("time", fmt::format("{:.3f} s", system_.wall_s));
      fact("machine", system_.kernel);
      fact("command", fmt::format("{}", fmt::join(run_.command_line, " ")));
    }
    out_ += "</dl></details></section>\n";
  }

  /// Begins a section whose heading is a target of links.
  void begin_section(const std::string& id, const std::string& heading) {
    out_ +=
        fmt::format("<section><h2 id=\"{}s-{}\" tabindex=\"-1\">{}</h2>\n", prefix_, id, heading);
  }

  /// Begins a folded section whose heading is a target of links. The caller ends it with
  /// `</details></section>`.
  void begin_part(const std::string& id, const std::string& heading) {
    out_ += fmt::format(
        "<section><details class=\"part\"><summary><h2 id=\"{}s-{}\" "
        "tabindex=\"-1\">{}</h2></summary>\n",
        prefix_, id, heading);
  }

  void counterexample(std::size_t index) {
    const SystemFalsifier& one = system_.falsifiers[index];
    const SystemExecution& execution = system_.executions[one.execution];
    const std::string name = fmt::format("f{}", index + 1);
    const auto deliveries = deliveries_in(system_, one.execution);
    const char* const minimal =
        one.minimal && !deliveries ? "Minimal: every smaller set of faults passes. " : "";
    begin_section(name, name + " " + code(to_text(one.faults)));
    if (deliveries) {
      out_ += fmt::format(
          "<p>An execution in which only these messages between nodes may arrive, and all others "
          "stay pending: {}</p>\n",
          code(*deliveries));
    }
    const auto promise = [&] {
      out_ +=
          fmt::format("<p>{}{}</p>\n", minimal, execution.violated.empty() ? "" : "It violates:");
      list(execution.violated);
      if (run_.config_name.empty()) return;
      out_ += fmt::format("<p class=\"command\">{}</p>\n",
                          command_code(replay_command(run_.config_name, to_text(one.faults),
                                                      run_.seed, said(), deliveries)));
    };
    const bool room = drawn_ < options_.most_drawn && bytes_ < options_.most_bytes;
    if (room && !execution.recording.empty()) {
      ++drawn_;
      drawn(one.execution, "counterexample " + name, promise);
    } else {
      promise();
      out_ += fmt::format(
          "<p class=\"quiet\">Not drawn here: {}</p>\n",
          code(fmt::format("ldfi-results lamport {} {}{}", options_.file, name, options_.cell)));
    }
    out_ += "</section>\n";
  }

  void list(const std::vector<std::string>& texts) {
    if (texts.empty()) return;
    out_ += "<ul>\n";
    for (const std::string& text : texts) out_ += fmt::format("<li>{}</li>\n", xml_text(text));
    out_ += "</ul>\n";
  }

  /// Adds the explanation and the diagram of an execution side by side. A passing execution has no
  /// explanation. `below_story` adds HTML below the explanation.
  void drawn(std::size_t execution, const std::string& title,
             const std::function<void()>& below_story = {}) {
    const History history = history_of(system_, execution);
    const auto good = good_run_for(system_, execution);
    const History* const with = good ? &*good : nullptr;
    out_ += fmt::format("<div class=\"first{}\">\n", history.failed() ? "" : " alone");
    if (history.failed()) {
      out_ += "<div class=\"told\"><h3>Story</h3>\n";
      steps(steps_of(system_, execution));
      if (good && !good->recording.faults.empty()) {
        out_ +=
            fmt::format("<p class=\"quiet\">The passing run of this story has the faults {}.</p>\n",
                        code(systems::to_text(good->recording.faults)));
      }
      if (below_story) below_story();
      out_ += "</div>\n";
    }
    const std::string picture = diagram(history, with, title).fragment();
    bytes_ += picture.size();
    out_ += fmt::format(
        "<div class=\"drawn\"><h3>Space-time diagram</h3>\n<div class=\"picture\" tabindex=\"0\" "
        "role=\"region\" "
        "aria-label=\"Space-time diagram of {}\">{}</div></div>\n</div>\n",
        xml_text(title), picture);
    Json about = moments_json(history, with);
    about["execution"] = execution;
    const std::string moments = embedded(about);
    bytes_ += moments.size();
    out_ += fmt::format(
        "<div class=\"moments\"><script type=\"application/json\">{}</script></div>\n", moments);
    clients(history);
    last_words(history);
  }

  void steps(const std::vector<Step>& all) {
    out_ += "<table class=\"steps\"><tbody>\n";
    for (const Step& step : all) {
      out_ += fmt::format("<tr{}><th scope=\"row\">{}</th><td class=\"lines\">{}</td></tr>\n",
                          step.fault ? " class=\"fault\"" : "", time_text(step.time),
                          xml_lines(step.text));
    }
    out_ += "</tbody></table>\n";
  }

  void table(const std::string& title, const Cells& heads, const std::vector<Cells>& rows,
             bool open) {
    out_ += fmt::format(
        "<details{}><summary>{}</summary>\n<div class=\"scroll\" tabindex=\"0\" "
        "role=\"region\" aria-label=\"{}\"><table><thead><tr>",
        open ? " open" : "", title, title);
    for (const std::string& head : heads) out_ += "<th scope=\"col\">" + head + "</th>";
    out_ += "</tr></thead><tbody>\n";
    for (std::size_t i = 0; i < std::min(rows.size(), options_.most_listed); ++i) {
      out_ += "<tr>";
      for (const std::string& cell : rows[i])
        out_ += "<td class=\"lines\">" + xml_lines(cell) + "</td>";
      out_ += "</tr>\n";
    }
    out_ += "</tbody></table></div>\n";
    if (rows.size() > options_.most_listed) {
      out_ +=
          fmt::format("<p class=\"quiet\">and {} more</p>\n", rows.size() - options_.most_listed);
    }
    out_ += "</details>\n";
  }

  void clients(const History& history) {
    std::vector<Cells> rows;
    for (const Asked& one : history.asked) {
      rows.push_back({time_text(one.at), one.client, one.node, one.request,
                      one.answered ? time_text(*one.answered) : "",
                      one.answered ? one.answer : "no answer"});
    }
    table("Requests of clients and their answers",
          {"asked", "client", "node", "request", "answered", "answer"}, rows, false);
  }

  /// Adds, for each node that ended by itself, its last output on stderr.
  void last_words(const History& history) {
    for (std::size_t i = 0; i < history.events().size(); ++i) {
      const std::string& words = history.words[i].last_words;
      if (words.empty()) continue;
      out_ += fmt::format("<h3>The stderr of {}</h3>\n<pre tabindex=\"0\">{}\n</pre>\n",
                          xml_text(history.events()[i].node), xml_lines(words));
    }
  }

  void without_faults() {
    const auto none =
        std::ranges::find(system_.executions, systems::FaultSet(), &SystemExecution::struck);
    const bool drawn_already = std::ranges::any_of(
        system_.falsifiers, [](const SystemFalsifier& one) { return one.faults.empty(); });
    if (none == system_.executions.end() || none->recording.empty() || drawn_already) return;
    begin_section("failure-free", "The failure-free run");
    drawn(static_cast<std::size_t>(none - system_.executions.begin()), "the failure-free run");
    out_ += "</section>\n";
  }

  void executions() {
    if (system_.executions.size() < 2) return;
    std::vector<Cells> rows;
    for (std::size_t i = 0; i < system_.executions.size(); ++i) {
      const SystemExecution& one = system_.executions[i];
      rows.push_back({std::to_string(i), to_text(one.faults), std::string(name_of(one.result)),
                      fmt::format("{}", fmt::join(one.violated, "; ")) + one.why});
    }
    begin_part("executions", "Executions");
    table(fmt::format("All {} of them, in order", rows.size()), {"", "faults", "result", ""}, rows,
          true);
    out_ += "</details></section>\n";
  }

  void config() {
    if (run_.config_text.empty()) return;
    begin_part("input", "Input");
    out_ += fmt::format("<p>{}</p>\n<pre tabindex=\"0\">", xml_text(run_.config_name));
    out_ += xml_lines(run_.config_text) + "</pre></details></section>\n";
  }

  const RunRecord& run_;
  const SystemResult& system_;
  const SystemReportOptions& options_;
  std::string out_;
  std::string prefix_;     ///< prefix of ids on the page, different for each cell; may be empty
  std::size_t bytes_ = 0;  ///< bytes of the pictures so far
  std::size_t drawn_ = 0;  ///< number of counterexamples drawn so far
};

}  // namespace

std::string system_report(const RunRecord& run, const SystemReportOptions& options) {
  if (!run.sweep.empty()) {
    const SystemResult& worst = run.sweep[worst_of(run.sweep)];
    std::string out = top_of_page(run, worst, ldfi::name_of(worst.verdict), options);
    out += map_of_cells(run);
    std::size_t drawn = 0;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < run.sweep.size(); ++i) {
      const RunRecord cell = run_of_cell(run, i);
      SystemReportOptions own = options;
      own.cell = fmt::format(" --cell {}", i);
      out += fmt::format("<section id=\"cell-{}\"><h2>Cell &lt;{}&gt;</h2>\n", i,
                         xml_text(cell.system->point->name));
      out += SystemPage(cell, own).part(i, drawn, bytes) + "</section>\n";
    }
    return out + SystemPage(run_of_cell(run, 0), options).input() + end_of_page();
  }
  return SystemPage(run, options).html();
}

}  // namespace ldfi::results
