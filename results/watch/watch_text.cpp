#include "results/watch/watch_text.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "common/base/diagnostic.hpp"
#include "common/base/shell_words.hpp"
#include "common/base/text.hpp"
#include "common/config/option_value.hpp"
#include "common/record/summary_text.hpp"

namespace ldfi::results {
namespace {

/// Returns a label and a text as a line without a line break.
std::string line(const std::string& label, const std::string& text) {
  std::string out = labelled(label, text);
  out.pop_back();
  return out;
}

std::string clock_time(double seconds) {
  const double most = 1e15;  // limits a number from an untrusted file
  const auto whole =
      static_cast<long long>(std::isfinite(seconds) ? std::clamp(seconds, 0.0, most) : 0);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string state_of(const Seen& seen) {
  if (seen.verdict) return "finished: " + printable(*seen.verdict);
  if (!seen.standing) return seen.answers == 0 ? "no answer yet" : "under way";
  const journal::Standing& now = *seen.standing;
  std::string out = printable(now.phase);
  if (!now.cell.empty()) out += " " + printable(now.cell);
  out += fmt::format(", {} of {} workers busy, {} in", now.busy_workers, now.workers,
                     clock_time(now.elapsed_s));
  return out;
}

std::string executions_of(const Seen& seen) {
  std::string out = seen.executed.str();
  if (seen.per_s && !seen.verdict)
    out += fmt::format(", {:.{}f} per s", *seen.per_s, *seen.per_s < 10 ? 1 : 0);
  if (seen.not_read > 0) {
    out += fmt::format("; {} too large to be shown", counted(seen.not_read, "answer"));
  }
  return out;
}

std::string verdicts_of(const Seen& seen) {
  std::string out;
  for (const auto& [verdict, count] : seen.verdicts) {
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", count, verdict);
  }
  return out;
}

std::string cells_of(const Seen& seen) {
  const auto& now = seen.standing;
  const std::uint64_t total = now ? now->cells_total.value_or(0) : 0;
  // In a sweep of a real system, cells are searched one after the other.
  if (now && now->cells_done) {
    const std::string_view more = seen.verdict ? "" : ", 1 under way";
    const bool whole = seen.verdict && *seen.verdict != journal::refused;
    return fmt::format("{} of {} done{}", whole ? total : *now->cells_done, total, more);
  }
  std::string out = counted(seen.cells, "cell") + " searched";
  if (total > 0) out += fmt::format(" of {}", total);
  if (seen.cells > 0) out += ": " + verdicts_of(seen);
  if (now && !seen.verdict) out += fmt::format("; {} under way", now->busy_workers);
  return out;
}

bool has_cells(const Seen& seen) {
  return seen.cells > 0 ||
         (seen.standing && (seen.standing->cells_total || seen.standing->cell == "sweep"));
}

std::string budget_of(const journal::Standing& now) {
  std::vector<std::string> out;
  if (now.seconds_left) out.push_back(clock_time(*now.seconds_left));
  if (now.runs_left) out.push_back(counted(*now.runs_left, "execution"));
  return fmt::format("{} left", fmt::join(out, ", "));
}

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// Returns the value as a number if every reader of JSON can hold it exactly, otherwise as a text.
Json number(const BigInt& value) {
  // The largest integer that every reader of JSON can hold.
  constexpr std::uint64_t most = std::uint64_t{1} << 53U;
  return value <= most ? Json(value.convert_to<std::uint64_t>()) : Json(value.str());
}

}  // namespace

std::vector<std::string> watch_lines(const Seen& seen, const std::string& path) {
  std::vector<std::string> out;
  const auto& now = seen.standing;
  out.push_back(
      line("journal", fmt::format("{}, of ldfi-farm {}, begun {}", printable(path),
                                  printable(seen.header.version), printable(seen.header.started))));
  out.push_back(line("command", printable(shell_command(seen.header.command_line))));
  out.push_back(line("state", state_of(seen)));
  out.push_back(line("executions", executions_of(seen)));
  out.push_back(line("tried", counted(seen.tried.str(), "fault set")));
  if (now && now->frontier && !seen.verdict) {
    out.push_back(line("frontier", counted(*now->frontier, "fault set") + " left"));
  }
  out.push_back(line("violating", seen.violating.str()));
  if (seen.best) {
    const std::string where =
        seen.best->cell.empty() ? "" : fmt::format(", of <{}>", seen.best->cell);
    out.push_back(line("best so far", fmt::format("{}  ({}{})", seen.best->faults,
                                                  counted(seen.best->size, "fault"), where)));
  }
  if (has_cells(seen)) out.push_back(line("cells", cells_of(seen)));
  for (const CellSoFar& cell : seen.last_cells) {
    out.push_back(line("", fmt::format("<{}>  {}, {}", cell.name, cell.verdict,
                                       counted(cell.executed, "execution"))));
  }
  if (now && !seen.verdict && (now->seconds_left || now->runs_left)) {
    out.push_back(line("budget", budget_of(*now)));
  }
  out.push_back(line("written",
                     fmt::format("{} ago, {} in {}", clock_time(seen.written_s_ago),
                                 config::show_bytes(seen.bytes), counted(seen.answers, "answer"))));
  constexpr double quiet_s = 60;
  if (!seen.verdict && seen.written_s_ago > quiet_s) {
    out.push_back(line("",
                       "no news for a while: the run is busy with a long proof, or it was stopped; "
                       "`--resume` continues it"));
  }
  if (seen.end) {
    out.push_back(line("its end", fmt::format("the record at byte {} is incomplete ({})",
                                              seen.end->offset, printable(seen.end->text))));
  }
  if (seen.replaced > 0) {
    out.push_back(line("replaced", "another run has started this journal again since"));
  }
  return out;
}

Json watch_json(const Seen& seen, const std::string& path) {
  Json out{{"journal", path},
           {"version", seen.header.version},
           {"started", seen.header.started},
           {"command_line", seen.header.command_line},
           {"finished", seen.verdict.has_value()},
           {"verdict", or_null(seen.verdict)},
           {"executions", number(seen.executed)},
           {"per_s", or_null(seen.per_s)},
           {"fault_sets", number(seen.tried)},
           {"violating", number(seen.violating)},
           {"best", nullptr},
           {"answers", seen.answers},
           {"not_read", seen.not_read},
           {"bytes", seen.bytes},
           {"written_s_ago", seen.written_s_ago},
           {"replaced", seen.replaced},
           {"incomplete", nullptr},
           {"standing", nullptr},
           {"cells", nullptr}};
  if (seen.best) {
    out["best"] = {
        {"faults", seen.best->faults}, {"size", seen.best->size}, {"cell", seen.best->cell}};
  }
  if (seen.end) out["incomplete"] = {{"byte", seen.end->offset}, {"text", seen.end->text}};
  if (seen.standing) {
    const journal::Standing& now = *seen.standing;
    out["standing"] = {{"phase", now.phase},
                       {"cell", now.cell},
                       {"elapsed_s", now.elapsed_s},
                       {"frontier", or_null(now.frontier)},
                       {"busy_workers", now.busy_workers},
                       {"workers", now.workers},
                       {"runs_left", or_null(now.runs_left)},
                       {"seconds_left", or_null(now.seconds_left)},
                       {"cells_done", or_null(now.cells_done)},
                       {"cells_total", or_null(now.cells_total)}};
  }
  if (has_cells(seen)) {
    out["cells"] = {{"searched", seen.cells}, {"verdicts", seen.verdicts}, {"last", Json::array()}};
    for (const CellSoFar& cell : seen.last_cells) {
      out["cells"]["last"].push_back(
          {{"cell", cell.name}, {"verdict", cell.verdict}, {"executed", cell.executed}});
    }
  }
  return out;
}

std::string cut_to(const std::string& text, std::size_t width) {
  std::size_t bytes = 0;
  for (std::size_t count = 0; count < width && bytes < text.size(); ++count) {
    bytes += std::max<std::size_t>(1, utf8_length(std::string_view(text).substr(bytes)));
  }
  return text.substr(0, bytes);
}

}  // namespace ldfi::results
