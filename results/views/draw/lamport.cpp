#include "results/views/draw/lamport.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "common/base/text.hpp"
#include "results/views/draw/lamport_layout.hpp"
#include "results/views/draw/lamport_schedule.hpp"
#include "results/views/draw/text_fit.hpp"

namespace ldfi::results {
namespace {

constexpr double top = 112;  // y of the first tick, below the title and the names of the nodes
constexpr std::size_t longest_name = 16;

/// Calls `action` with a null pointer of each kind of fault in the trace that is drawn as a shaded area.
template <class Action>
void each_shaded_kind(const Trace& trace, Action action) {
  each_kind([&]<class Kind>(Kind* kind) {
    if constexpr (requires { Kind::shading; }) {
      if (!trace.faults.all<Kind>().empty()) action(kind);
    }
  });
}

/// Returns how much higher the legend gets by its lines about shaded areas.
double extra_legend(const Trace& trace) {
  double out = 0;
  each_shaded_kind(trace, [&out](auto*) { out += 20; });
  return out;
}

class Picture {
 public:
  Picture(const Trace& trace, const std::string& title, JudgedBy by, const ScheduleMarks* marks)
      : trace_(trace),
        by_(by),
        marks_(marks),
        layout_(lay_out(trace, top, marks)),
        width_(std::max(layout_.width, 560.0)),
        svg_(width_, layout_.height + 108 + extra_legend(trace), title,
             lamport_in_words(trace, by, marks)) {
    heading(title);
    ticks();
    each_shaded_kind(trace, [this]<class Kind>(Kind*) {
      for (const Kind& fault : trace_.faults.all<Kind>()) {
        svg_.begin(Kind::shading.fault, ldfi::in_words(fault, Fspec(trace_.fspec)));
        shade(fault);
        svg_.end();
      }
    });
    processes();
    for (const Band& band : layout_.bands) stubs(band);
    for (const Band& band : layout_.bands) messages(band, false);
    for (const Band& band : layout_.bands) messages(band, true);
    for (const Band& band : layout_.bands) events(band);
    for (const Band& band : layout_.bands) labels(band);
    if (marks_ != nullptr) draw_externals(layout_, *marks_, svg_);
    legend();
  }
  [[nodiscard]] Svg take() { return std::move(svg_); }

 private:
  [[nodiscard]] std::string name(NodeId node) const { return word_or_quoted(trace_.name(node)); }
  [[nodiscard]] std::size_t room() const { return static_cast<std::size_t>((width_ - 32) / 7.2); }

  void heading(const std::string& title) {
    svg_.begin("title", title);
    svg_.text({16, 26}, shorten(title, room()), "heading");
    svg_.end();
    const std::string faults = to_text(trace_.faults, trace_.fspec);
    svg_.begin("faults", faults);
    svg_.text({16, 46}, shorten("faults: " + faults, room()), "prose");
    svg_.end();
  }

  void ticks() {
    for (const Band& band : layout_.bands) {
      svg_.begin("moment", "", {{"tick", std::to_string(band.tick)}});
      svg_.line({36, band.y}, {layout_.width - 8, band.y}, "rule");
      svg_.text({28, band.y + 4}, std::to_string(band.tick), "tick", Anchor::end);
      svg_.end();
    }
  }

  /// Draws the line of a node. It is dashed while the node is down.
  void life(std::size_t node) {
    const double x = layout_.x[node];
    double from = top - 24;
    bool up = true;
    const auto change = [&](const std::vector<NodeId>& nodes, bool now, double y) {
      if (up == now || std::find(nodes.begin(), nodes.end(), NodeId(node)) == nodes.end()) return;
      svg_.line({x, from}, {x, y}, up ? "process" : "dead");
      from = y;
      up = now;
    };
    for (const Band& band : layout_.bands) {
      change(band.restarts, true, band.y);
      change(band.crashes, false, band.y);
    }
    const bool seen = up || from < layout_.height;
    if (seen) svg_.line({x, from}, {x, layout_.height + 14}, up ? "process" : "dead");
  }

  void processes() {
    for (std::size_t i = 0; i < layout_.x.size(); ++i) {
      const double x = layout_.x[i];
      if (is_absent(i)) continue;
      life(i);
      const std::string full = name(NodeId(i));
      const std::string text = shorten(full, longest_name);
      const double half = static_cast<double>(display_width(text)) * 3.75 + 12;
      svg_.begin("node", full);
      svg_.rect({x - half, top - 46}, {2 * half, 24}, 5, "name");
      svg_.text({x, top - 30}, text, "name-text", Anchor::middle);
      svg_.end();
    }
  }

  [[nodiscard]] double height_of(Time tick) const {
    return layout_.bands.at(static_cast<std::size_t>(tick.tick()) - 1).y;
  }

  /// Shades the nodes that a fault, such as a partition, separates from others. The area ends when the
  /// messages of the fault's last tick arrive.
  template <class Kind>
  requires(Kind::place == Place::cut) void shade(const Kind& fault) {
    const auto last = static_cast<std::size_t>(last_tick(fault).tick());
    const double from = height_of(first_tick(fault));
    const double to =
        last < layout_.bands.size() ? layout_.bands[last].y : layout_.height + line_height;
    for (std::size_t n = 0; n < layout_.x.size(); ++n) {
      if (!fault.cut.side.contains(NodeId(n))) continue;
      svg_.rect({layout_.x[n] - 13, from - 9}, {26, to - from}, 13, Kind::shading.shape);
      if (fault.cut.way == Way::both) continue;
      svg_.text({layout_.x[n] + 15, from - 4},
                fault.cut.way == Way::out ? "sends nothing" : "receives nothing",
                "label label-lost");
    }
  }

  /// Shades a node from the first to the last tick of its fault.
  template <class Kind>
  requires(Kind::place == Place::node) void shade(const Kind& fault) {
    const double from = height_of(first_tick(fault));
    const double to = height_of(last_tick(fault));
    const double x = layout_.x[fault.node.index()];
    svg_.rect({x - 7, from - 9}, {14, to - from + 18}, 3, Kind::shading.shape);
    svg_.text({x + 14, from - 6}, Kind::shading.legend, "label label-lost");
  }

  /// Returns the text of all messages of an arrow, unshortened, for its tooltip.
  [[nodiscard]] std::string whole(const Band& band, const Arrow& arrow) const {
    std::string out =
        fmt::format("{} → {}, tick {}{}:", name(arrow.from), name(arrow.to), band.tick,
                    arrow.pending ? ", pending"
                    : arrow.lost  ? ", lost"
                                  : "");
    for (const LabelLine& line : arrow.lines) {
      out += " " + line.text + (line.matters || arrow.pending ? "" : unimportant());
    }
    return out;
  }

  /// Returns attributes that the script of a page reads, to hide arrows and to find their messages. Nodes are
  /// given by their numbers in the Fspec.
  [[nodiscard]] Svg::Data data_of(const Band& band, const Arrow& arrow) const {
    if (marks_ != nullptr) return {{"numbers", numbers_of(arrow)}};
    return {{"tick", std::to_string(band.tick)},
            {"from", std::to_string(arrow.from.index())},
            {"to", std::to_string(arrow.to.index())},
            {"lost", arrow.lost ? "1" : "0"}};
  }

  /// Returns the numbers of the arrow's messages in the schedule, such as `3 4`.
  static std::string numbers_of(const Arrow& arrow) {
    std::string out;
    for (const LabelLine& line : arrow.lines) {
      if (line.number > 0) out += fmt::format("{}{}", out.empty() ? "" : " ", line.number);
    }
    return out;
  }

  [[nodiscard]] const char* unimportant() const {
    return marks_ == nullptr ? " (does not matter)" : " (not in the other schedule)";
  }

  [[nodiscard]] bool is_absent(std::size_t node) const {
    return marks_ != nullptr && marks_->absent.contains(NodeId(node));
  }

  /// Draws a stub, the beginning of an arrow, for each message that never arrives.
  void stubs(const Band& band) {
    for (const PlacedArrow& a : band.arrows) {
      if (!a.arrow.pending) continue;
      svg_.begin("stub", whole(band, a.arrow));
      svg_.line(a.from, a.to, "pending");
      svg_.circle(a.to, 2.2, "pending-end");
      svg_.end();
    }
  }

  /// Draws the messages that matter, or the others, which come first and so do not cover the former.
  void messages(const Band& band, bool matter) {
    for (const PlacedArrow& a : band.arrows) {
      if (a.arrow.matters() != matter || a.arrow.pending) continue;
      svg_.begin("arrow", whole(band, a.arrow), data_of(band, a.arrow));
      if (a.arrow.lost) {
        svg_.line(a.from, a.to, "lost");
        cross(a.to, 6);
      } else {
        const auto [tip, base] = arrow_head(a.from, a.to);
        svg_.line(a.from, base, matter ? "message" : "faint");
        svg_.path(tip, matter ? "head" : "faint-head");
      }
      svg_.end();
    }
  }

  /// Returns the triangle at the end of an arrow to `to`, and the middle of the triangle's base.
  static std::pair<std::string, Point> arrow_head(Point from, Point to) {
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    const Point d{(to.x - from.x) / length, (to.y - from.y) / length};
    const Point tip{to.x - 4 * d.x, to.y - 4 * d.y};
    const Point base{tip.x - 9 * d.x, tip.y - 9 * d.y};
    return {
        fmt::format("M{} {}L{} {}L{} {}Z", number(tip.x), number(tip.y), number(base.x - 4 * d.y),
                    number(base.y + 4 * d.x), number(base.x + 4 * d.y), number(base.y - 4 * d.x)),
        base};
  }

  void cross(Point at, double size) {
    svg_.path(fmt::format("M{} {}L{} {}M{} {}L{} {}", number(at.x - size), number(at.y - size),
                          number(at.x + size), number(at.y + size), number(at.x - size),
                          number(at.y + size), number(at.x + size), number(at.y - size)),
              "mark");
  }

  void events(const Band& band) {
    std::set<NodeId> active;
    for (const PlacedArrow& a : band.arrows) active.insert(a.arrow.from);
    for (const NodeId node : active) svg_.circle({layout_.x[node.index()], band.y}, 3, "event");
    for (const NodeId node : band.restarts) event(band, node, true);
    for (const NodeId node : band.crashes) event(band, node, false);
    to_itself(band);
    disks(band);
  }

  /// Draws a fault of a disk as a square.
  void disk(const Band& band, NodeId node, const std::string& title, const std::string& label,
            bool fatal = true) {
    const Point at{layout_.x[node.index()], band.y};
    svg_.begin("crash", title);
    svg_.rect({at.x - 6, at.y - 6}, {12, 12}, 1, "name");
    if (fatal) cross(at, 4);
    svg_.text({at.x + 14, at.y - 6}, shorten(label, longest_label),
              fatal ? "label label-lost" : "label");
    svg_.end();
  }

  /// Draws messages from a node to itself that are late or duplicated.
  void to_itself(const Band& band) {
    for (const Message& m : trace_.ticks.at(static_cast<std::size_t>(band.tick) - 1).arrived) {
      if (m.from != m.to) continue;
      svg_.begin("crash",
                 fmt::format("{} sends itself {}{}", name(m.from), m.head, lateness_in_words(m)));
      const Point at{layout_.x[m.from.index()], band.y};
      svg_.circle(at, 6, "name");
      svg_.text({at.x + 14, at.y - 6},
                shorten(fmt::format("{} +{}", m.head, m.late), longest_label), "label late-text");
      svg_.end();
    }
  }

  void disks(const Band& band) {
    each_kind_of<Place::disk>([&]<class Kind>(Kind*) { disks_of<Kind>(band); });
  }

  /// Draws the disk faults of one kind. A fault that lasts for an interval is drawn only once for a node,
  /// with all its relations.
  template <class Kind>
  void disks_of(const Band& band) {
    std::map<NodeId, std::string> lasting;
    const auto draw = [&](NodeId node, const std::string& relations) {
      const std::string what =
          fmt::format(fmt::runtime(Kind::words.with_node), relations, name(node));
      disk(band, node, fmt::format("{} at {}", what, band.tick),
           fmt::format("{}: {}", Kind::words.label, relations), Kind::words.harmful);
    };
    for (const Kind& fault : trace_.faults.all<Kind>()) {
      if (!is_drawn_at(fault, Time(band.tick))) continue;
      const std::string relation = trace_.stored(fault.relation);
      if (Kind::span == Span::interval) {
        std::string& text = lasting[fault.node];
        text += (text.empty() ? "" : ", ") + relation;
      } else {
        draw(fault.node, relation);
      }
    }
    for (const auto& [node, relations] : lasting) draw(node, relations);
  }

  /// Draws a crash or a restart. If a node restarts and crashes at the same tick, draws both with one label.
  void event(const Band& band, NodeId node, bool restart) {
    const Point at{layout_.x[node.index()], band.y};
    const auto in = [node](const std::vector<NodeId>& nodes) {
      return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
    };
    const bool works = trace_.fspec.crash_model == CrashModel::stop &&
                       trace_.faults.state_of(node, Time(band.tick)) == NodeState::up;
    if (restart) {
      svg_.begin("crash", fmt::format("{} restarts at {}", name(node), band.tick));
      svg_.circle(at, 6, "name");
      if (!in(band.crashes)) svg_.text({at.x + 14, at.y + 4}, "restart", "label");
    } else {
      svg_.begin("crash", fmt::format("{} crashes at {}{}", name(node), band.tick,
                                      works ? ", after its work" : ""));
      svg_.circle(at, 9, "name");
      cross(at, 5);
      const std::string text = std::string(in(band.restarts) ? "restart, crash" : "crash") +
                               (works ? " after its work" : "");
      svg_.text({at.x + 14, at.y + 4}, text, "label label-lost");
    }
    svg_.end();
  }

  void labels(const Band& band) {
    for (const PlacedArrow& a : band.arrows) {
      svg_.begin("text", whole(band, a.arrow), data_of(band, a.arrow));
      for (std::size_t i = 0; i < a.texts.size(); ++i) {
        std::string_view kind = a.arrow.lines[i].matters ? "label" : "label label-faint";
        if (a.arrow.lost) kind = "label label-lost";
        const Point at{a.label.x, a.label.y + static_cast<double>(i) * line_height};
        const double wide = static_cast<double>(display_width(a.texts[i])) * column_width + 6;
        svg_.begin("line", "", {{"relation", a.arrow.lines[i].type}});
        svg_.rect({at.x - wide / 2, at.y - 10.5}, {wide, line_height}, 3, "behind");
        svg_.text(at, a.texts[i], kind, Anchor::middle);
        svg_.end();
      }
      svg_.end();
    }
  }

  void legend() {
    const double y = layout_.height + 40;
    const bool holds = trace_.holds();
    std::string outcome = !holds                       ? "violated:"
                          : by_ == JudgedBy::invariant ? "the invariant holds"
                                                       : "nothing is violated";
    for (const std::string& tuple : trace_.violated) outcome += " " + tuple;
    svg_.begin("outcome", outcome);
    svg_.text({16, y}, shorten(outcome, room()), holds ? "heading fine" : "heading alarm");
    svg_.end();
    const double line = y + 26;
    if (marks_ != nullptr) return draw_schedule_legend(*marks_, line, svg_);
    svg_.line({16, line - 4}, {44, line - 4}, "message");
    svg_.text({50, line}, "message", "prose");
    svg_.line({116, line - 4}, {144, line - 4}, "lost");
    cross({146, line - 4}, 4);
    svg_.text({156, line}, "lost", "prose");
    svg_.line({200, line - 4}, {228, line - 4}, "faint");
    svg_.text({234, line},
              holds ? "it does not matter for the outcome" : "not part of the explanation",
              "prose");
    double more = line + 20;
    each_shaded_kind(trace_, [&]<class Kind>(Kind*) {
      svg_.rect({16, more - 10}, {28, 12}, Kind::place == Place::cut ? 6 : 3, Kind::shading.shape);
      svg_.text({50, more}, Kind::shading.legend, "prose");
      more += 20;
    });
    if (layout_.shortened > 0) {
      svg_.text({16, more},
                fmt::format("{} label{} shortened: point at one to read it whole",
                            layout_.shortened, layout_.shortened == 1 ? " is" : "s are"),
                "prose");
    }
  }

  const Trace& trace_;
  JudgedBy by_;
  const ScheduleMarks*
      marks_;  ///< numbers and marks of the schedule; null if the execution does not follow
               ///< one
  LamportLayout layout_;
  double width_;
  Svg svg_;
};

}  // namespace

Svg lamport(const Trace& trace, const std::string& title, JudgedBy by, const ScheduleMarks* marks) {
  return Picture(trace, title, by, marks).take();
}

}  // namespace ldfi::results
