#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "common/base/diagnostic.hpp"
#include "common/base/errors.hpp"
#include "common/base/text.hpp"
#include "common/record/summary_text.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "results/views/systems/system_text.hpp"

namespace ldfi::results {
namespace {

std::string list_of_cells(const RunRecord& run) {
  constexpr std::size_t most = 12;
  std::string out = "\n  hint: the cells are";
  for (std::size_t i = 0; i < std::min(most, run.sweep.size()); ++i) {
    out += fmt::format(" {} ({})", i, printable(run.sweep[i].point->name));
  }
  if (run.sweep.size() > most) out += fmt::format(" and {} more", run.sweep.size() - most);
  return out;
}

}  // namespace

std::string system_cells_text(const std::vector<SystemResult>& cells) {
  std::vector<CellRow> rows;
  for (const SystemResult& cell : cells) {
    std::string remark = cell.falsifiers.empty() ? "" : to_text(cell.falsifiers.front().faults);
    if (cell.falsifiers.size() > 1)
      remark += fmt::format(" and {} more", cell.falsifiers.size() - 1);
    const std::string reason = cell.reason.substr(0, cell.reason.find('\n'));
    if (!reason.empty()) remark += (remark.empty() ? "" : "  ") + reason;
    rows.push_back({fmt::format("<{}>", printable(cell.point->name)), ldfi::name_of(cell.verdict),
                    std::to_string(cell.executions.size()), fmt::format("{:.3f}", cell.wall_s),
                    printable(remark)});
  }
  return cell_table("Fspec", rows);
}

std::string system_sweep_text(const RunRecord& run) {
  const SystemResult& worst = run.sweep[worst_of(run.sweep)];
  std::string out =
      labelled("system", printable(fmt::format("{} ({})", fmt::join(worst.command, " "),
                                               counted(worst.nodes.size(), "node"))));
  if (!run.config_name.empty()) out += labelled("config", printable(run.config_name));
  out += labelled("run", printable(fmt::format("ldfi-farm {}, {}, {}", run.version, run.started,
                                               worst.kernel)));
  out += labelled("verdict", ldfi::name_of(worst.verdict));
  out += labelled("sweep", printable(run.conclusion));
  return out + system_cells_text(run.sweep);
}

Json system_sweep_json(const RunRecord& run) {
  Json out{{"verdict", ldfi::name_of(run.sweep[worst_of(run.sweep)].verdict)},
           {"conclusion", run.conclusion},
           {"cells", Json::array()}};
  for (std::size_t i = 0; i < run.sweep.size(); ++i) {
    const SystemPoint& point = *run.sweep[i].point;
    Json one{{"cell", point.name},
             {"eot_ns", point.eot},
             {"eff_ns", point.eff},
             {"crashes", point.crashes},
             {"said", point.said}};
    one.update(system_json(run_of_cell(run, i)));
    out["cells"].push_back(std::move(one));
  }
  return out;
}

RunRecord run_of_cell(const RunRecord& run, std::size_t cell) {
  RunRecord out;
  out.version = run.version;
  out.started = run.started;
  out.command_line = run.command_line;
  out.config_name = run.config_name;
  out.config_text = run.config_text;
  out.options = run.options;
  out.strategy = run.strategy;
  out.ranks = run.ranks;
  out.system = run.sweep[cell];
  out.seed = out.system->point->seed;
  return out;
}

std::size_t choose_system_cell(const RunRecord& run, const std::optional<std::string>& cell) {
  if (!cell && run.sweep.size() == 1) return 0;
  if (!cell) {
    throw UsageError("the file has several cells: choose one with --cell" + list_of_cells(run));
  }
  for (std::size_t i = 0; i < run.sweep.size(); ++i) {
    if (*cell == std::to_string(i) || *cell == run.sweep[i].point->name) return i;
  }
  throw UsageError(fmt::format("--cell: there is no cell {}", shown_line(*cell)) +
                   list_of_cells(run));
}

}  // namespace ldfi::results
