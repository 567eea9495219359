#include "results/views/draw/lamport_schedule.hpp"

#include <fmt/core.h>

#include <map>
#include <optional>
#include <utility>

#include "results/views/draw/text_fit.hpp"

namespace ldfi::results {

void draw_externals(const LamportLayout& layout, const ScheduleMarks& marks, Svg& svg) {
  std::map<std::pair<int, std::optional<NodeId>>, std::vector<const ScheduleMarks::External*>> by;
  for (const auto& one : marks.externals) by[{one.tick, one.node}].push_back(&one);
  for (const auto& [where, all] : by) {
    const auto& [tick, node] = where;
    if (tick < 1 || static_cast<std::size_t>(tick) > layout.bands.size()) continue;
    const Point at{node ? layout.x[node->index()] : 44,
                   layout.bands[static_cast<std::size_t>(tick) - 1].y};
    std::string text;
    bool pale = true;
    for (const auto* one : all) {
      text += (text.empty() ? "" : ", ") + one->text;
      pale = pale && one->pale;
    }
    svg.begin("external", fmt::format("tick {}, from outside: {}", tick, text));
    svg.path(fmt::format("M{0} {1}L{2} {3}L{2} {4}Z", number(at.x - 5), number(at.y),
                         number(at.x - 15), number(at.y - 5), number(at.y + 5)),
             pale ? "faint-head" : "given-head");
    const std::string shown = shorten(text, longest_label);
    const double wide = static_cast<double>(display_width(shown)) * column_width + 6;
    svg.rect({at.x + 6, at.y - 14.5}, {wide, line_height}, 3, "behind");
    svg.text({at.x + 9, at.y - 4}, shown, pale ? "label label-faint" : "label label-given");
    svg.end();
  }
}

void draw_schedule_legend(const ScheduleMarks& marks, double y, Svg& svg) {
  svg.line({16, y - 4}, {44, y - 4}, "message");
  svg.text({50, y}, "delivery", "prose");
  svg.line({112, y - 4}, {134, y - 4}, "pending");
  svg.circle({134, y - 4}, 2.2, "pending-end");
  svg.text({144, y}, "pending", "prose");
  svg.path(fmt::format("M220 {}L210 {}L210 {}Z", number(y - 4), number(y - 9), number(y + 1)),
           "given-head");
  svg.text({228, y}, "from outside", "prose");
  if (!marks.compared) return;
  svg.line({320, y - 4}, {348, y - 4}, "faint");
  svg.text({354, y}, "not in the other one", "prose");
}

}  // namespace ldfi::results
