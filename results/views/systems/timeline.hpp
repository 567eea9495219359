// Computes the height at which each event of an execution is drawn. Time runs downwards, but not to
// scale. All events of one moment are in one row, and rows without interesting events are left out.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "results/views/systems/history.hpp"

namespace ldfi::results {

struct Row {
  std::int64_t time = 0;
  double y = 0;
  bool first = false;  ///< true if no row above this one has the same time
};

/// A gap in the picture, in which rows are left out.
struct Fold {
  std::int64_t from = 0;
  std::int64_t until = 0;
  double y = 0;
  std::size_t messages = 0;  ///< number of messages that are sent in these rows
};

class Timeline {
 public:
  /// `top` is the y of the first row, and `gap` is the distance between rows. `marked` are the
  /// indices of interesting events. Faults and events of clients are interesting in any case.
  Timeline(const History& history, const std::set<std::size_t>& marked, double top, double gap);

  /// Returns true if the row of the event is drawn.
  [[nodiscard]] bool shown(std::size_t event) const { return shown_[row_[event]]; }
  /// Returns the y of the event's row. If the row is not drawn, returns the y of the gap in its
  /// place.
  [[nodiscard]] double y_of(std::size_t event) const { return y_[row_[event]]; }
  /// Returns the y of a time, which may lie between rows.
  [[nodiscard]] double y_at(std::int64_t time) const;
  [[nodiscard]] double bottom() const { return bottom_; }
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  [[nodiscard]] const std::vector<Fold>& folds() const { return folds_; }

 private:
  void number_rows(const History& history);
  void choose(const History& history, const std::set<std::size_t>& marked);
  void place(const History& history, double top, double gap);

  std::vector<std::size_t> row_;     ///< for each event, the index of its row
  std::vector<std::int64_t> times_;  ///< time of each row, including rows that are not drawn
  std::vector<bool> shown_;          ///< for each row, true if it is drawn
  std::vector<double> y_;  ///< y of each row; if it is not drawn, y of the gap in its place
  std::vector<Row> rows_;  ///< rows that are drawn
  std::vector<Fold> folds_;
  double bottom_ = 0;
};

/// Returns the timeline that diagram() uses. `good` is a passing execution, or null.
[[nodiscard]] Timeline timeline_of(const History& history, const History* good);

inline constexpr double fold_height = 30;
/// Y of the first row, below the heading and the names of the nodes.
inline constexpr double first_row = 122;

}  // namespace ldfi::results
