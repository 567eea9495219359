// Finds positions for the labels of arrows. The band of a tick is divided into slots, each as high
// as one line of text. A label is centred on its arrow, at the height of its slot. Arrows differ in
// slope, so several labels often fit into one slot. The number of slots starts low and grows until
// all labels fit. At the latest, all labels fit if each line has its own slot.
#include "results/views/draw/lamport_layout.hpp"

#include <algorithm>
#include <cmath>

#include "common/base/text.hpp"
#include "results/views/draw/text_fit.hpp"

namespace ldfi::results {
namespace {

// Width to the left of the first node's line, for the numbers of ticks.
constexpr double margin = 56;
constexpr double quiet_height = 18;    // height of a tick without messages
constexpr double padding = 15;         // height between the line of a tick and the nearest labels
constexpr double gap = 8;              // width between labels in one slot
constexpr double least_spacing = 130;  // least width between the lines of nodes
constexpr double max_spacing = 250;
constexpr double lost_at = 0.74;  // a lost message ends after this part of its way
constexpr double stub = 26;       // length of the arrow of a message that never arrives

struct Box {
  double left;
  double right;
};

double label_width(const PlacedArrow& placed) {
  std::size_t columns = 0;
  for (const std::string& text : placed.texts) columns = std::max(columns, display_width(text));
  return static_cast<double>(columns) * column_width;
}

class BandLayout {
 public:
  BandLayout(std::vector<PlacedArrow>& arrows, double y, double right)
      : arrows_(arrows), y_(y), right_(right) {}

  /// Returns the smallest height of the band at which all labels fit.
  double fit() {
    if (arrows_.empty()) return quiet_height;
    std::size_t lines = 0;
    std::size_t most = 0;
    for (const PlacedArrow& a : arrows_) {
      lines += a.texts.size();
      most = std::max(most, a.texts.size());
    }
    for (std::size_t slots = most + 1;; ++slots) {
      const bool last = slots > 2 * lines + 2;
      if (place_all(slots) || last) return height(slots);
    }
  }

 private:
  static double height(std::size_t slots) {
    return static_cast<double>(slots) * line_height + 2 * padding;
  }

  bool place_all(std::size_t slots) {
    taken_.assign(slots, {});
    const double bottom = y_ + height(slots);
    for (PlacedArrow& a : arrows_) {
      a.from.y = y_;
      a.to.y = bottom;
      if (a.arrow.lost) keep_clear(a, slots);
    }
    return std::all_of(arrows_.begin(), arrows_.end(),
                       [&](PlacedArrow& a) { return place(a, slots); });
  }

  /// Keeps free the position of the mark that shows where a message is lost.
  void keep_clear(const PlacedArrow& a, std::size_t slots) {
    const double x = a.from.x + lost_at * (a.to.x - a.from.x);
    const double y = lost_at * height(slots);
    for (std::size_t s = 0; s < slots; ++s) {
      const double slot_top = padding + static_cast<double>(s) * line_height;
      if (slot_top < y + 7 && y - 7 < slot_top + line_height) taken_[s].push_back({x - 8, x + 8});
    }
  }

  /// Puts the label of an arrow into a free slot, as near to the middle of the arrow as possible.
  /// Returns false if no slot is free.
  bool place(PlacedArrow& a, std::size_t slots) {
    const std::size_t lines = a.texts.size();
    std::vector<std::size_t> order;
    for (std::size_t s = 0; s + lines <= slots; ++s) order.push_back(s);
    const auto distance = [&](std::size_t s) {
      const double middle = static_cast<double>(slots) * (a.arrow.lost ? 0.35 : 0.5);
      return std::abs(static_cast<double>(s) + static_cast<double>(lines) / 2 - middle);
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t l, std::size_t r) { return distance(l) < distance(r); });
    return std::any_of(order.begin(), order.end(),
                       [&](std::size_t slot) { return try_slot(a, slot, lines); });
  }

  bool try_slot(PlacedArrow& a, std::size_t slot, std::size_t lines) {
    const double middle =
        y_ + padding + (static_cast<double>(slot) + static_cast<double>(lines) / 2) * line_height;
    // The arrow of a late message is steeper, because it ends after the following ticks.
    const double part = (middle - y_) / (a.to.y - y_) / (1 + a.arrow.late);
    if (a.arrow.lost && part > lost_at - 0.08) return false;
    const double half = label_width(a) / 2;
    // A label that would cross the border of the picture is moved back into it.
    const double x = std::clamp(a.from.x + part * (a.to.x - a.from.x), half + 4,
                                std::max(half + 4, right_ - half - 4));
    const Box box{x - half - gap, x + half + gap};
    for (std::size_t s = slot; s < slot + lines; ++s) {
      for (const Box& other : taken_[s]) {
        if (box.left < other.right && other.left < box.right) return false;
      }
    }
    for (std::size_t s = slot; s < slot + lines; ++s) taken_[s].push_back(box);
    a.label = {x, y_ + padding + static_cast<double>(slot) * line_height + line_height - 3.5};
    return true;
  }

  std::vector<PlacedArrow>& arrows_;
  double y_;
  double right_;
  std::vector<std::vector<Box>> taken_;  ///< for each slot, the boxes that are taken
};

/// Returns the width between the lines of nodes, at which the labels between neighbours fit.
double spacing(const std::vector<Band>& bands, std::size_t nodes) {
  double widest = 0;
  for (const Band& band : bands) {
    for (const PlacedArrow& a : band.arrows) widest = std::max(widest, label_width(a));
  }
  const double most = nodes > 8 ? least_spacing + 20 : max_spacing;
  return std::clamp(widest + 24, least_spacing, most);
}

std::vector<Band> make_bands(const Trace& trace, const ScheduleMarks* marks,
                             std::size_t& shortened) {
  std::vector<Band> bands;
  for (const Tick& tick : trace.ticks) {
    Band band;
    band.tick = tick.tick;
    band.crashes = tick.crashes;
    band.restarts = tick.restarts;
    for (Arrow& arrow : arrows(trace, tick, marks)) {
      PlacedArrow placed;
      for (const LabelLine& line : arrow.lines) {
        if (arrow.pending) break;  // its arrow is too short for a label
        placed.texts.push_back(shorten(line.text, longest_label));
        if (placed.texts.back() != line.text) ++shortened;
      }
      placed.arrow = std::move(arrow);
      band.arrows.push_back(std::move(placed));
    }
    bands.push_back(std::move(band));
  }
  return bands;
}

}  // namespace

LamportLayout lay_out(const Trace& trace, double top, const ScheduleMarks* marks) {
  LamportLayout out;
  out.bands = make_bands(trace, marks, out.shortened);
  const std::size_t nodes = trace.fspec.nodes.size();
  const double apart = spacing(out.bands, nodes);
  for (std::size_t i = 0; i < nodes; ++i) {
    out.x.push_back(margin + apart * (0.5 + static_cast<double>(i)));
  }
  out.width = margin + apart * static_cast<double>(nodes) + 16;
  double y = top;
  for (Band& band : out.bands) {
    band.y = y;
    for (PlacedArrow& a : band.arrows) {
      a.from.x = out.x[a.arrow.from.index()];
      a.to.x = out.x[a.arrow.to.index()];
    }
    const double height = BandLayout(band.arrows, y, out.width).fit();
    for (PlacedArrow& a : band.arrows) {
      if (a.arrow.pending) {
        // Stubs of one node point in different directions, so that they do not cover each other.
        const double far = std::abs(a.to.x - a.from.x) / apart;
        a.to = {a.from.x + std::copysign(stub, a.to.x - a.from.x),
                y + std::min(6 + 14 / far, height - 4)};
      }
      if (!a.arrow.lost) continue;
      a.to = {a.from.x + lost_at * (a.to.x - a.from.x), y + lost_at * height};
    }
    y += &band == &out.bands.back() ? 0 : height;
  }
  out.height = y;
  for (std::size_t i = 0; i < out.bands.size(); ++i) {
    for (PlacedArrow& a : out.bands[i].arrows) {
      const std::size_t arrival = i + 1 + static_cast<std::size_t>(a.arrow.late);
      if (a.arrow.late > 0 && !a.arrow.pending && arrival < out.bands.size())
        a.to.y = out.bands[arrival].y;
    }
  }
  return out;
}

}  // namespace ldfi::results
