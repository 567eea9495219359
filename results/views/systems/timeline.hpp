// Computes the heights of the moments of an execution in its picture. Time runs downwards, but not to scale.
// Each moment with an event is a row, and rows without events of interest are folded.
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

/// Rows that are not drawn, and the space in their place.
struct Fold {
  std::int64_t from = 0;
  std::int64_t until = 0;
  double y = 0;
  std::size_t messages = 0;  ///< number of messages that are sent in these rows
};

class Timeline {
 public:
  /// `top` is the y of the first row, and `gap` is the distance between rows. `marked` are events of
  /// interest, in addition to faults and events of clients.
  Timeline(const History& history, const std::set<std::size_t>& marked, double top, double gap);

  /// Returns true if the row of the event is drawn.
  [[nodiscard]] bool shown(std::size_t event) const { return shown_[row_[event]]; }
  /// Returns the y of the event's row or, if the row is not drawn, of the fold in its place.
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
  std::vector<std::int64_t> times_;  ///< time of each row, also of rows that are not drawn
  std::vector<bool> shown_;          ///< for each row, true if it is drawn
  std::vector<double> y_;  ///< y of each row or, if it is not drawn, of the fold in its place
  std::vector<Row> rows_;  ///< rows that are drawn
  std::vector<Fold> folds_;
  double bottom_ = 0;
};

/// Returns the timeline of diagram(). `good` is a passing execution, or null.
[[nodiscard]] Timeline timeline_of(const History& history, const History* good);

inline constexpr double fold_height = 30;
/// Y of the first row, below the heading and the names of the nodes.
inline constexpr double first_row = 122;

}  // namespace ldfi::results
