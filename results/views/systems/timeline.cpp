#include "results/views/systems/timeline.hpp"

#include <algorithm>

#include "common/systems/shape.hpp"
#include "results/views/systems/differences.hpp"

namespace ldfi::results {
namespace {

using systems::Event;
using systems::EventKind;

constexpr std::size_t all_fit = 44;     ///< most rows of a picture in which nothing is folded
constexpr std::size_t most_rows = 240;  ///< most rows that are drawn
/// Number of rows that are drawn before and after each row of interest.
constexpr std::size_t around = 2;

bool of_client(const Event& event) {
  return event.kind == EventKind::invoke || event.kind == EventKind::answer;
}

bool is_of_interest(const Event& event) {
  const bool plain = event.kind == EventKind::send || event.kind == EventKind::recv ||
                     event.kind == EventKind::timer || event.kind == EventKind::hear;
  return systems::is_fault(event) || !plain;
}

/// Most events in `marked` that are never folded.
constexpr std::size_t most_marked = 80;

}  // namespace

Timeline::Timeline(const History& history, const std::set<std::size_t>& marked, double top,
                   double gap) {
  number_rows(history);
  choose(history, marked);
  place(history, top, gap);
}

/// Numbers the rows. A request that has the same time as an earlier request or answer begins a new row,
/// because a request that is answered at once takes no time.
void Timeline::number_rows(const History& history) {
  bool asked = false;  // true if the last row has a request or an answer
  for (std::size_t i = 0; i < history.events().size(); ++i) {
    const Event& event = history.events()[i];
    const bool later = times_.empty() || times_.back() != event.time;
    if (later || (asked && of_client(event) && event.kind == EventKind::invoke)) {
      times_.push_back(event.time);
      asked = false;
    }
    asked = asked || of_client(event);
    row_.push_back(times_.size() - 1);
  }
}

void Timeline::choose(const History& history, const std::set<std::size_t>& marked) {
  shown_.assign(times_.size(), times_.size() <= all_fit);
  if (times_.size() > all_fit) {
    const auto show = [this](std::size_t row) {
      const std::size_t from = row - std::min(row, around);
      const std::size_t until = std::min(row + around + 1, shown_.size());
      std::fill(shown_.begin() + static_cast<std::ptrdiff_t>(from),
                shown_.begin() + static_cast<std::ptrdiff_t>(until), true);
    };
    for (std::size_t i = 0; i < history.events().size(); ++i) {
      const Event& event = history.events()[i];
      if (!is_of_interest(event) && !marked.contains(i)) continue;
      show(row_[i]);
      if (event.kind == EventKind::send && history.received[i]) {
        show(row_[*history.received[i]]);
      }
    }
  }
  std::size_t left = most_rows;
  for (std::size_t row = 0; row < shown_.size(); ++row) {
    if (shown_[row] && left == 0) shown_[row] = false;
    if (shown_[row]) --left;
    // Instead of folding a single row, draws it, because a fold takes as much space.
    const bool alone = row > 1 && shown_[row] && !shown_[row - 1] && shown_[row - 2];
    if (alone) shown_[row - 1] = true;
  }
}

void Timeline::place(const History& history, double top, double gap) {
  std::vector<std::size_t> sent(times_.size());
  for (std::size_t i = 0; i < row_.size(); ++i) {
    if (history.events()[i].kind == EventKind::send) ++sent[row_[i]];
  }
  double y = top;
  for (std::size_t row = 0; row < times_.size(); ++row) {
    const bool goes_on = row > 0 && !shown_[row - 1];
    if (shown_[row]) {
      rows_.push_back({times_[row], y, row == 0 || times_[row] != times_[row - 1] || goes_on});
      y_.push_back(y);
      y += gap;
    } else if (goes_on) {
      folds_.back().until = times_[row];
      folds_.back().messages += sent[row];
      y_.push_back(folds_.back().y);
    } else {
      folds_.push_back({times_[row], times_[row], y, sent[row]});
      y_.push_back(y);
      y += std::max(gap, fold_height + 10);
    }
  }
  bottom_ = y;
}

double Timeline::y_at(std::int64_t time) const {
  const auto next = std::ranges::lower_bound(times_, time);
  if (next == times_.end()) return bottom_;
  const auto row = static_cast<std::size_t>(next - times_.begin());
  if (*next == time || row == 0) return y_[row];
  const double share = static_cast<double>(time - times_[row - 1]) /
                       static_cast<double>(times_[row] - times_[row - 1]);
  return y_[row - 1] + share * (y_[row] - y_[row - 1]);
}

Timeline timeline_of(const History& history, const History* good) {
  std::set<std::size_t> marked;
  if (good != nullptr) {
    for (const std::size_t event : differences(history, *good).events) {
      if (marked.size() == most_marked) break;
      if (history.events()[event].kind != EventKind::recv) marked.insert(event);
    }
  }
  return Timeline(history, marked, first_row, 46);
}

}  // namespace ldfi::results
