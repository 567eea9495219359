// Places the moments of an execution in its picture. Time runs downwards, but not to scale. Each moment
// with an event is a row, and stretches without events of interest are folded.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "results/views/systems/history.hpp"

namespace ldfi::results {

struct Row {
  std::int64_t time = 0;
  double y = 0;
  bool first = false;  ///< true if this is the first drawn row of its time
};

/// A stretch that is not drawn.
struct Fold {
  std::int64_t from = 0;
  std::int64_t until = 0;
  double y = 0;
  std::size_t messages = 0;  ///< number of messages sent in this stretch
};

class Timeline {
 public:
  /// `top` is the y of the first row, and `gap` is the distance between rows. `marked` has events of
  /// interest in addition to faults and events of clients.
  Timeline(const History& history, const std::set<std::size_t>& marked, double top, double gap);

  /// Returns whether the row of an event is drawn.
  [[nodiscard]] bool shown(std::size_t event) const { return shown_[row_[event]]; }
  /// Returns the y of an event: that of its row, or of its fold if the row is not drawn.
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

  std::vector<std::size_t> row_;     ///< row of each event
  std::vector<std::int64_t> times_;  ///< time of each row, drawn or not
  std::vector<bool> shown_;          ///< for each row: true if the row is drawn
  std::vector<double> y_;            ///< y of each row, or of its fold if the row is not drawn
  std::vector<Row> rows_;            ///< drawn rows
  std::vector<Fold> folds_;
  double bottom_ = 0;
};

/// Returns the timeline of the space-time diagram. `good` has the same meaning as in diagram().
[[nodiscard]] Timeline timeline_of(const History& history, const History* good);

inline constexpr double fold_height = 30;
/// Y of the first row, below the heading and the names of the nodes.
inline constexpr double first_row = 122;

}  // namespace ldfi::results
