#include "results/report/system_map.hpp"

#include <fmt/core.h>

#include <map>
#include <set>

#include "common/systems/faults/fault_text.hpp"
#include "results/views/draw/svg.hpp"

namespace ldfi::results {
namespace {

/// Returns the limits of the cell without EOT and EFF, such as `2 crashes, omissions=1`.
std::string rest_of(const SystemPoint& point) {
  std::string out = fmt::format("{} {}", point.crashes, point.crashes == 1 ? "crash" : "crashes");
  std::size_t at = 0;
  for (int commas = 0; commas < 3 && at != std::string::npos; ++commas) {
    at = point.name.find(',', at == 0 ? 0 : at + 1);
  }
  return at == std::string::npos ? out : out + ", " + point.name.substr(at + 1);
}

std::string field(const SystemResult& cell, std::size_t index) {
  const std::string& word = name_of(cell.verdict);
  const std::string about =
      fmt::format("{}: {}, {} executions", cell.point->name, word, cell.executions.size());
  return fmt::format("<td><a class=\"field sample {}\" href=\"#cell-{}\" title=\"{}\">{}</a></td>",
                     word, index, xml_text(about), cell.executions.size());
}

}  // namespace

std::string map_of_cells(const RunRecord& run) {
  using Place = std::pair<std::int64_t, std::int64_t>;
  std::vector<std::string> rests;
  std::map<std::string, std::map<Place, std::size_t>> maps;
  for (std::size_t i = 0; i < run.sweep.size(); ++i) {
    const SystemPoint& point = *run.sweep[i].point;
    const std::string rest = rest_of(point);
    if (!maps.contains(rest)) rests.push_back(rest);
    maps[rest].emplace(Place{point.eff, point.eot}, i);
  }
  std::string out = fmt::format(
      "<section><h2 id=\"s-cells\" tabindex=\"-1\">Cells</h2>\n<p class=\"story\">{}. A field has "
      "the number of executions, and "
      "leads to its cell.</p>\n<div class=\"maps\">\n",
      xml_text(run.conclusion));
  for (const std::string& rest : rests) {
    std::set<std::int64_t> effs;
    std::set<std::int64_t> eots;
    for (const auto& [place, index] : maps[rest]) {
      effs.insert(place.first);
      eots.insert(place.second);
    }
    out += fmt::format(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"map, {0}\"><table "
        "class=\"map\"><caption>{0}</caption><thead><tr><th scope=\"col\">EFF \\ EOT</th>",
        xml_text(rest));
    for (const std::int64_t eot : eots) {
      out += fmt::format("<th scope=\"col\">{}</th>", systems::duration_text(eot));
    }
    out += "</tr></thead><tbody>\n";
    for (const std::int64_t eff : effs) {
      out += fmt::format("<tr><th scope=\"row\">{}</th>", systems::duration_text(eff));
      for (const std::int64_t eot : eots) {
        const auto found = maps[rest].find({eff, eot});
        out += found == maps[rest].end() ? "<td></td>"
                                         : field(run.sweep[found->second], found->second);
      }
      out += "</tr>\n";
    }
    out += "</tbody></table></div>\n";
  }
  std::set<Verdict> verdicts;
  for (const SystemResult& cell : run.sweep) verdicts.insert(cell.verdict);
  out += "</div>\n<p class=\"bar quiet\">";
  for (const Verdict verdict : verdicts) {
    out += fmt::format("<span class=\"field sample {0}\">{0}</span> ", name_of(verdict));
  }
  return out + "</p>\n</section>\n";
}

}  // namespace ldfi::results
