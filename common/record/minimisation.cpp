#include "common/record/minimisation.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "common/base/diagnostic.hpp"
#include "common/base/text.hpp"
#include "common/record/summary_text.hpp"

namespace ldfi {
namespace {

const std::array<std::string, 5>& names() {
  static const std::array<std::string, 5> all{"search", "ddmin", "exact", "recording", "type"};
  return all;
}

using Row = std::array<std::string, 10>;

Row row_of(const MinimisationStage& s) {
  return {printable(s.stage),
          std::to_string(s.externals),
          std::to_string(s.deliveries),
          std::to_string(s.nodes),
          std::to_string(s.eot),
          std::to_string(s.eff),
          std::to_string(s.delay_max),
          s.searches > 0
              ? fmt::format("{}+{}", s.executions, counted(s.searches, "search", "searches"))
              : std::to_string(s.executions),
          s.bound ? std::to_string(*s.bound) : "-",
          printable(s.claim)};
}

/// Returns a table of the stages. Omits columns that have equal values in all stages, but never the
/// first three.
std::string table(const std::vector<MinimisationStage>& stages) {
  const Row head{"stage", "externals", "deliveries", "nodes",    "EOT",
                 "EFF",   "delays",    "executions", "at least", "claim"};
  std::vector<Row> rows{head};
  for (const MinimisationStage& stage : stages) rows.push_back(row_of(stage));
  const auto differs = [&](std::size_t column) {
    return std::any_of(rows.begin() + 1, rows.end(),
                       [&](const Row& row) { return row[column] != rows[1][column]; });
  };
  std::string out;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i >= 3 && i <= 6 && !differs(i)) continue;
      std::size_t width = 0;
      for (const Row& other : rows) width = std::max(width, other[i].size());
      const bool number = i > 0 && i + 1 < row.size();
      line +=
          number ? fmt::format("  {:>{}}", row[i], width) : fmt::format("  {:<{}}", row[i], width);
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

std::string event_text(const ScheduledEvent& event) {
  if (event.kind != "delivery") {
    const bool restarts = event.kind == "crash" && event.arrives > 0;
    return fmt::format("{:<9} {}{}", event.kind, printable(event.text),
                       restarts ? fmt::format(", back at {}", event.arrives) : "");
  }
  const int late = event.arrives - event.at - 1;
  return fmt::format(
      "{:<9} {} -> {}  {}{}", "deliver", word_or_quoted(event.from), word_or_quoted(event.to),
      printable(event.text),
      late > 0 ? fmt::format(", {} late, at {}", counted(late, "tick"), event.arrives) : "");
}

std::string end_text(const std::string& ended) {
  const bool is_budget = ended == "time" || ended == "memory" || ended == "runs";
  return fmt::format("{} {}", is_budget ? "out of" : "ended by", printable(ended));
}

}  // namespace

const std::string& name_of(MinimiseBy by) {
  return names().at(static_cast<std::size_t>(by));
}

std::optional<MinimiseBy> minimise_by_named(const std::string& name) {
  const auto it = std::find(names().begin(), names().end(), name);
  if (it == names().end()) return std::nullopt;
  return static_cast<MinimiseBy>(it - names().begin());
}

std::string minimisation_line(const Minimisation& m) {
  if (m.stages.empty()) return "nothing";
  // The schedule comes from the last stage that reduced the schedule. Later stages only reduce the
  // Fspec.
  const auto of_schedule = [](const MinimisationStage& s) {
    return s.stage != "eff" && s.stage != "delay-max";
  };
  const auto last = std::find_if(m.stages.rbegin(), m.stages.rend(), of_schedule);
  const MinimisationStage& s = last == m.stages.rend() ? m.stages.back() : *last;
  return fmt::format("{}, {}", counted(s.externals, "external event"),
                     counted(s.deliveries, "delivery", "deliveries")) +
         (m.ended.empty() ? "" : fmt::format("; not finished: {}", end_text(m.ended)));
}

std::string minimisation_text(const Minimisation& m) {
  std::string out = fmt::format("minimised ({}): {}\n", name_of(m.by), minimisation_line(m));
  out += table(m.stages);
  int at = 0;
  for (const ScheduledEvent& event : m.schedule) {
    out += labelled(event.at == at ? "" : fmt::format("  tick {}", event.at), event_text(event));
    at = event.at;
  }
  for (std::size_t i = 0; i < std::min<std::size_t>(m.violated.size(), 8); ++i) {
    out += labelled(i == 0 ? "  violated" : "", printable(m.violated[i]));
  }
  return out;
}

}  // namespace ldfi
