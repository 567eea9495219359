#include "results/views/systems/shading.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/systems/event_rows.hpp"
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

/// Shades the time of an event that lasts.
void lasting(Svg& svg, const History& history, std::size_t index, const Timeline& timeline,
             const Columns& x) {
  const systems::Event& event = history.events()[index];
  const systems::EventRow& row = systems::row_of(event.kind);
  const auto column = x.find(event.node);
  if (column == x.end() || !event.back) return;
  const double from = timeline.y_of(index);
  const double until = std::max(timeline.y_at(*event.back), from + least_height);
  svg.begin(row.group, event.node + " " + happening(history, index));
  svg.rect({column->second - 7, from}, {14, until - from}, 3, row.shade);
  svg.end();
}

}  // namespace

void shade(Svg& svg, const History& history, const Timeline& timeline, const Columns& x) {
  for (const systems::Cut& cut : history.recording.faults.all<systems::Cut>())
    cut_off(svg, cut, timeline, x);
  for (std::size_t i = 0; i < history.events().size(); ++i) {
    if (systems::row_of(history.events()[i].kind).lasts) lasting(svg, history, i, timeline, x);
  }
}

}  // namespace ldfi::results
