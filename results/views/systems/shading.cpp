#include "results/views/systems/shading.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/systems/faults/fault_text.hpp"
#include "results/views/systems/differences.hpp"

namespace ldfi::results {
namespace {

using Columns = std::map<std::string, double>;

constexpr double least_height = 12;

void cut_off(Svg& svg, const systems::Cut& cut, const Timeline& timeline, const Columns& x) {
  const double from = timeline.y_at(cut.from);
  const double until = std::max(timeline.y_at(cut.until), from + least_height);
  svg.begin("partition",
            fmt::format("P({},{},{})", systems::to_text(cut.border),
                        systems::duration_text(cut.from), systems::duration_text(cut.until)));
  for (const std::string& node : cut.border.side) {
    const auto column = x.find(node);
    if (column == x.end()) continue;
    svg.rect({column->second - 13, from}, {26, until - from}, 13, "cut-off");
  }
  svg.end();
}

void still(Svg& svg, const History& history, std::size_t pause, const Timeline& timeline,
           const Columns& x) {
  const systems::Event& event = history.events()[pause];
  const auto column = x.find(event.node);
  if (column == x.end() || !event.back) return;
  const double from = timeline.y_of(pause);
  const double until = std::max(timeline.y_at(*event.back), from + least_height);
  svg.begin("pause", event.node + " " + happening(history, pause));
  svg.rect({column->second - 7, from}, {14, until - from}, 3, "paused");
  svg.end();
}

}  // namespace

void shade(Svg& svg, const History& history, const Timeline& timeline, const Columns& x) {
  for (const systems::Cut& cut : history.recording.faults.all<systems::Cut>())
    cut_off(svg, cut, timeline, x);
  for (std::size_t i = 0; i < history.events().size(); ++i) {
    if (history.events()[i].kind == systems::EventKind::pause) still(svg, history, i, timeline, x);
  }
}

}  // namespace ldfi::results
