#include "results/views/systems/diagram.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "common/base/text.hpp"
#include "common/systems/event_rows.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "results/views/draw/text_fit.hpp"
#include "results/views/systems/columns.hpp"
#include "results/views/systems/differences.hpp"
#include "results/views/systems/labels.hpp"
#include "results/views/systems/shading.hpp"
#include "results/views/systems/story.hpp"
#include "results/views/systems/timeline.hpp"

namespace ldfi::results {
namespace {

using systems::Event;
using systems::EventKind;
using systems::Fate;

constexpr double left_edge = 128;    // x of the first node's line
constexpr double column_step = 224;  // distance between the lines of two nodes
constexpr double right_room = 250;   // space to the right of the last node's line
constexpr std::size_t longest_name = 16;
constexpr std::size_t longest_words = 30;
constexpr std::size_t most_violated = 6;
constexpr std::size_t most_drawn = 4000;  ///< largest number of drawn messages
constexpr std::size_t most_told = 20;     ///< largest number of messages in the title of an arrow
constexpr std::size_t most_names = 3;     ///< largest number of messages in the label of an arrow

/// Messages that share one arrow: they have the same sender, receiver, times and fate.
struct Bundle {
  std::vector<std::size_t> events;
  Point from;
  Point to;
  Fate fate = Fate::ok;
  /// True if the messages of the arrow reach their receiver, or end at a receiver that is down.
  bool ends = true;
};

class SystemPicture {
 public:
  SystemPicture(const History& history, const Timeline& timeline, const std::string& title,
                const std::string& description)
      : history_(history),
        timeline_(timeline),
        columns_(columns_of(history)),
        width_(std::max(
            left_edge + static_cast<double>(columns_.size() - 1) * column_step + right_room,
            560.0)),
        violated_(std::min(history.recording.violated.size(), most_violated)),
        svg_(width_, timeline.bottom() + 113 + 18 * static_cast<double>(violated_), title,
             description) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      x_[columns_[i]] = left_edge + static_cast<double>(i) * column_step;
    }
    heading(title);
    moments();
    shade(svg_, history_, timeline_, x_);
    lives();
    bundle();
    for (const Bundle& one : bundles_) arrow(one);
    for (std::size_t i = 0; i < history_.events().size(); ++i) mark(i);
    for (const Asked& one : history_.asked) ask(one);
    // The labels of faults get their places first, because later labels may find no free place.
    std::ranges::stable_sort(bundles_, {}, [](const Bundle& one) {
      return one.fate == Fate::lost   ? 0
             : one.fate == Fate::late ? 1
             : one.fate == Fate::dead ? 3
                                      : 2;
    });
    for (const Bundle& one : bundles_) label(one);
    legend();
  }
  Svg take() { return std::move(svg_); }

 private:
  [[nodiscard]] std::size_t room() const { return static_cast<std::size_t>((width_ - 32) / 7.2); }

  void heading(const std::string& title) {
    svg_.begin("title", title);
    svg_.text({16, 26}, shorten(title, room()), "heading");
    svg_.end();
    const std::string faults = "faults: " + systems::to_text(history_.recording.faults);
    svg_.begin("faults", faults);
    svg_.text({16, 46}, shorten(faults, room()), "prose");
    svg_.end();
  }

  void moments() {
    for (const Row& row : timeline_.rows()) {
      svg_.line({66, row.y}, {width_ - 8, row.y}, "rule");
      if (!row.first) continue;
      const std::string time = fmt::format("{:.1f}", static_cast<double>(row.time) / 1e6);
      svg_.text({60, row.y + 4}, time.ends_with(".0") ? time.substr(0, time.size() - 2) : time,
                "tick", Anchor::end);
    }
    svg_.text({60, first_row - 30}, "ms", "tick", Anchor::end);
    for (const Fold& fold : timeline_.folds()) {
      svg_.rect({66, fold.y - 4}, {width_ - 74, fold_height - 8}, 4, "fold");
      svg_.text({76, fold.y + 11},
                fmt::format("{} to {}: {} not drawn", time_text(fold.from), time_text(fold.until),
                            counted(fold.messages, "message")),
                "prose");
    }
  }

  void lives() {
    std::map<std::string, double> from;
    std::map<std::string, bool> down;
    for (const std::string& node : columns_) from[node] = first_row - 28;
    const auto draw = [&](const std::string& node, double until) {
      if (until > from[node]) {
        svg_.line({x_[node], from[node]}, {x_[node], until}, down[node] ? "dead" : "process");
      }
      from[node] = until;
    };
    for (std::size_t i = 0; i < history_.events().size(); ++i) {
      const Event& event = history_.events()[i];
      const bool ends = systems::row_of(event.kind).ends_node;
      if ((!ends && event.kind != EventKind::restart) || !x_.contains(event.node)) continue;
      draw(event.node, timeline_.y_of(i));
      down[event.node] = ends;
    }
    for (const std::string& node : columns_) {
      draw(node, timeline_.bottom());
      const std::string text = shorten(node, longest_name);
      const double half = static_cast<double>(display_width(text)) * 3.75 + 12;
      svg_.begin("node", node);
      svg_.rect({x_[node] - half, first_row - 52}, {2 * half, 24}, 5, "name");
      svg_.text({x_[node], first_row - 36}, text, "name-text", Anchor::middle);
      svg_.end();
      labels_.take({x_[node] - 4, first_row, x_[node] + 4, timeline_.bottom()});
    }
  }

  /// Returns the point at which the arrow of a message ends, and whether the message gets as far as its
  /// receiver, which may be down.
  [[nodiscard]] std::pair<Point, bool> end_of(std::size_t index) const {
    const Event& event = history_.events()[index];
    const double x = x_.at(event.message.to);
    const double from = x_.at(event.node);
    const double y = timeline_.y_of(index);
    if (event.fate == Fate::lost) return {{from + 0.62 * (x - from), y + 22}, false};
    if (event.fate == Fate::pending) return {{from + std::copysign(26.0, x - from), y + 10}, false};
    if (const auto received = history_.received[index]) {
      return {{x, std::max(timeline_.y_of(*received), y + 8)}, true};
    }
    const double until = event.arrives ? timeline_.y_at(*event.arrives) : timeline_.bottom();
    return {{x, std::max(until, y + 8)}, event.fate == Fate::dead};
  }

  void bundle() {
    std::map<std::tuple<double, double, double, double, Fate>, std::size_t> found;
    for (std::size_t i = 0; i < history_.events().size(); ++i) {
      const Event& event = history_.events()[i];
      if (event.kind != EventKind::send || event.message.from == event.message.to) continue;
      if (!x_.contains(event.node) || !x_.contains(event.message.to)) continue;
      const auto received = history_.received[i];
      if (!timeline_.shown(i) && !(received && timeline_.shown(*received))) continue;
      if (++drawn_ > most_drawn) return;
      const double under = timeline_.shown(i) ? 0 : fold_height - 8;
      const Point from{x_[event.node], timeline_.y_of(i) + under};
      const auto [to, ends] = end_of(i);
      const auto [entry, added] =
          found.try_emplace({from.x, from.y, to.x, to.y, event.fate}, bundles_.size());
      if (added) bundles_.push_back({{}, from, to, event.fate, ends});
      bundles_[entry->second].events.push_back(i);
      if (event.fate != Fate::doubled || !event.again) continue;
      const double y = std::max(timeline_.y_at(*event.again), to.y + 6);
      bundles_.push_back({{i}, from, {to.x, y}, Fate::late, true});
    }
  }

  [[nodiscard]] std::string whole(const Bundle& bundle) const {
    std::string out;
    std::size_t told = 0;
    for (const std::size_t i : bundle.events) {
      if (++told > most_told) break;
      const Event& event = history_.events()[i];
      out += fmt::format("{}{}: {} {}", out.empty() ? "" : "\n", time_text(event.time), event.node,
                         happening(history_, i));
    }
    return out;
  }

  void arrow(const Bundle& one) {
    const bool late = one.fate == Fate::late;
    const bool dead = one.fate == Fate::dead;
    svg_.begin("arrow", whole(one));
    if (one.fate == Fate::lost) {
      svg_.line(one.from, one.to, "lost");
      cross(one.to, 6);
    } else if (one.fate == Fate::pending) {
      svg_.line(one.from, one.to, "pending");
      svg_.circle(one.to, 2.2, "pending-end");
    } else {
      const double length = std::hypot(one.to.x - one.from.x, one.to.y - one.from.y);
      const Point d{(one.to.x - one.from.x) / length, (one.to.y - one.from.y) / length};
      const Point tip{one.to.x - 3 * d.x, one.to.y - 3 * d.y};
      const Point base{tip.x - 9 * d.x, tip.y - 9 * d.y};
      svg_.line(one.from, base, dead || !one.ends ? "faint" : late ? "late" : "message");
      svg_.path(
          fmt::format("M{} {}L{} {}L{} {}Z", number(tip.x), number(tip.y), number(base.x - 4 * d.y),
                      number(base.y + 4 * d.x), number(base.x + 4 * d.y), number(base.y - 4 * d.x)),
          dead || !one.ends ? "faint-head"
          : late            ? "late-head"
                            : "head");
    }
    svg_.end();
  }

  void cross(Point at, double size) {
    svg_.path(fmt::format("M{0} {1}L{2} {3}M{0} {3}L{2} {1}", number(at.x - size),
                          number(at.y - size), number(at.x + size), number(at.y + size)),
              "mark");
  }

  /// Draws an event at a node: a dot for a message or timer, another mark for a crash, restart or pause.
  void mark(std::size_t index) {
    const Event& event = history_.events()[index];
    if (!timeline_.shown(index) || !x_.contains(event.node)) return;
    const Point at{x_[event.node], timeline_.y_of(index)};
    if (event.kind == EventKind::send || event.kind == EventKind::timer) {
      if (dots_.emplace(at.x, at.y).second) svg_.circle(at, 3, "event");
      return;
    }
    const systems::EventRow& row = systems::row_of(event.kind);
    const std::string label(row.label);
    const bool ends = row.ends_node;
    if (row.lasts) return beside(at, 14, {label}, "label label-lost");
    if (!ends && event.kind != EventKind::restart) return;
    svg_.begin("crash", fmt::format("{}: {} {}", time_text(event.time), event.node,
                                    happening(history_, index)));
    svg_.circle(at, 9, "name");
    if (ends) cross(at, 5);
    if (!ends) svg_.circle(at, 4, "event");
    svg_.end();
    beside(at, 14, {label}, ends ? "label label-lost" : "label");
  }

  /// Writes lines of text to the right of a point: at the same height or, if there is no space, below or
  /// above.
  void beside(Point at, double distance, const std::vector<std::string>& lines,
              const std::string& classes) {
    const double height = label_height * static_cast<double>(lines.size());
    const double x = at.x + distance;
    const Box box =
        labels_.place(lines, {{x, at.y - height / 2 - 1.5}, {x, at.y + 6}, {x, at.y - height - 7}});
    draw_text(box, lines, classes);
  }

  void draw_text(const Box& box, const std::vector<std::string>& lines,
                 const std::string& classes) {
    svg_.rect({box.left, box.top}, {box.right - box.left, box.bottom - box.top}, 2, "behind");
    double y = box.top + 10;
    for (const std::string& line : lines) {
      svg_.text({box.left + 2, y}, line, classes);
      y += label_height;
    }
  }

  void ask(const Asked& one) {
    if (!x_.contains(one.node)) return;
    const auto draw = [&](std::size_t event, const std::string& asks, const std::string& hears) {
      if (!timeline_.shown(event)) return;
      const Point at{x_[one.node], timeline_.y_of(event)};
      const std::string text = hears.empty() ? asks : asks + " " + hears;
      svg_.begin("asked", text);
      svg_.path(fmt::format("M{} {}L{} {}L{} {}L{} {}Z", number(at.x - 6), number(at.y),
                            number(at.x), number(at.y - 6), number(at.x + 6), number(at.y),
                            number(at.x), number(at.y + 6)),
                "ask");
      std::vector<std::string> lines{text};
      if (display_width(text) > longest_words && !hears.empty()) lines = {asks, hears};
      for (std::string& line : lines) line = shorten_words(line, longest_words);
      beside(at, 9, lines, "ask-text");
      svg_.end();
    };
    const std::string asks = fmt::format("{}: {}", one.client, one.request);
    if (one.answered == one.at) return draw(one.event, asks, "→ " + one.answer);
    draw(one.event, asks, one.answered ? "" : "→ no answer");
    if (one.answered) draw(one.answer_event, fmt::format("{} ← {}", one.client, one.answer), "");
  }

  /// Returns the names of an arrow's messages. With `whole_names`, each name has the contents of the message.
  [[nodiscard]] std::vector<std::string> names_of(const Bundle& one, bool whole_names) const {
    std::vector<std::string> lines;
    for (const std::size_t i : one.events) {
      const Event& event = history_.events()[i];
      if (lines.size() == most_names && one.events.size() > most_names + 1) {
        lines.push_back(fmt::format("and {} more", one.events.size() - most_names));
        break;
      }
      const std::string& body = history_.words[i].body;
      const std::string name = fmt::format("{}#{}", event.message.type, event.message.number);
      const std::size_t blank = whole_names ? body.find(' ') : std::string::npos;
      lines.push_back(
          shorten(blank == std::string::npos ? name : name + body.substr(blank), longest_words));
    }
    if (one.fate == Fate::lost) lines.back() += " lost";
    const bool again = history_.events()[one.events.front()].fate == Fate::doubled;
    if (one.fate == Fate::late) lines.back() += again ? " again" : " late";
    return lines;
  }

  void label(const Bundle& one) {
    if (!timeline_.shown(one.events.front())) return;
    // A pending message has no label, because its arrow is short.
    if (one.fate == Fate::pending) return;
    std::vector<Point> places;
    for (const double share : {0.5, 0.4, 0.6, 0.32, 0.68, 0.24, 0.76, 0.16, 0.84}) {
      places.push_back({one.from.x + share * (one.to.x - one.from.x),
                        one.from.y + share * (one.to.y - one.from.y)});
    }
    if (one.fate == Fate::lost) places = {{one.to.x, one.to.y + 14}, {one.to.x, one.to.y - 14}};
    const bool crossed = std::ranges::any_of(bundles_, [&one](const Bundle& other) {
      return meet(one.from, one.to, other.from, other.to);
    });
    std::vector<std::string> lines = names_of(one, one.fate != Fate::lost && !crossed);
    std::optional<Box> box = labels_.try_around(lines, places);
    if (!box) {
      lines = names_of(one, false);
      box = labels_.try_around(lines, places);
    }
    const bool plain = one.ends && (one.fate == Fate::ok || one.fate == Fate::doubled);
    const bool fault = one.fate == Fate::lost || one.fate == Fate::late;
    if (!box && !fault) return;  // the title of the arrow has the names of the messages
    if (!box) box = labels_.place_around(lines, places);
    svg_.begin("arrow-label", whole(one));
    draw_text(*box, lines,
              one.fate == Fate::lost   ? "label label-lost"
              : one.fate == Fate::late ? "late-text"
              : plain                  ? "label"
                                       : "label label-faint");
    svg_.end();
  }

  void legend() {
    double y = timeline_.bottom() + 24;
    svg_.text({16, y},
              "blue: messages · red: lost, crashed · amber: late or duplicated · grey: arrives at "
              "a node that is down, or after the end",
              "prose");
    const std::string rest =
        (history_.recording.deliveries ? " · dotted: pending" : "") +
        std::string(history_.recording.faults.has_any<systems::Pause>() ? " · grey boxes: is paused"
                                                                        : "") +
        (drawn_ > most_drawn ? fmt::format(" · only the first {} messages are drawn", most_drawn)
                             : std::string());
    svg_.text({16, y + 17},
              "diamonds: requests of clients and answers · time is not to scale" + rest, "prose");
    svg_.text({16, y + 34},
              "m#0 is the first message m of its channel, C(n,#1) a crash before the first "
              "activation of n",
              "prose");
    y += 59;
    const std::string result(name_of(history_.recording.result));
    const bool fails = history_.failed();
    svg_.text({16, y}, fails ? "it fails:" : "result: " + result, fails ? "alarm" : "fine");
    for (std::size_t i = 0; i < violated_; ++i) {
      const bool last = i + 1 == violated_ && violated_ < history_.recording.violated.size();
      y += 18;
      svg_.text({28, y},
                last ? fmt::format("and {} more", history_.recording.violated.size() - i)
                     : shorten(history_.recording.violated[i], room() - 2),
                "alarm");
    }
  }

  const History& history_;
  const Timeline& timeline_;
  std::vector<std::string> columns_;
  double width_;
  std::size_t violated_;
  Svg svg_;
  std::map<std::string, double> x_;
  std::vector<Bundle> bundles_;
  std::size_t drawn_ = 0;
  std::set<std::pair<double, double>> dots_;
  Labels labels_;
};

}  // namespace

Svg diagram(const History& history, const History* good, const std::string& title) {
  const Timeline timeline = timeline_of(history, good);
  return SystemPicture(history, timeline, title, story_text(story(history, good))).take();
}

}  // namespace ldfi::results
