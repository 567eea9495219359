// Where the moments of an execution stand in its picture. Time runs downwards, not to scale: each
// moment at which something happens is a row, and stretches in which nothing of interest happens
// are folded into one.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "results/views/systems/history.hpp"

namespace ldfi::results {

struct Row {
  std::int64_t time = 0;
  double y = 0;
  bool first = false;  ///< of its time
};

/// A stretch that is not drawn.
struct Fold {
  std::int64_t from = 0;
  std::int64_t until = 0;
  double y = 0;
  std::size_t messages = 0;  ///< sent meanwhile
};

class Timeline {
 public:
  /// `top`: of the first row. `gap`: between rows. `marked`: events of interest besides faults and
  /// clients.
  Timeline(const History& history, const std::set<std::size_t>& marked, double top, double gap);

  /// Of an event: true if it is drawn, and where.
  [[nodiscard]] bool shown(std::size_t event) const { return shown_[row_[event]]; }
  [[nodiscard]] double y_of(std::size_t event) const { return y_[row_[event]]; }
  /// Of a time at which nothing need happen.
  [[nodiscard]] double y_at(std::int64_t time) const;
  [[nodiscard]] double bottom() const { return bottom_; }
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  [[nodiscard]] const std::vector<Fold>& folds() const { return folds_; }

 private:
  void number_rows(const History& history);
  void choose(const History& history, const std::set<std::size_t>& marked);
  void place(const History& history, double top, double gap);

  std::vector<std::size_t> row_;     ///< of each event
  std::vector<std::int64_t> times_;  ///< of all rows, drawn or not, as the two below
  std::vector<bool> shown_;
  std::vector<double> y_;  ///< of rows that are not drawn: that of their fold
  std::vector<Row> rows_;  ///< those that are drawn
  std::vector<Fold> folds_;
  double bottom_ = 0;
};

/// Of the space-time diagram. `good` as for diagram().
[[nodiscard]] Timeline timeline_of(const History& history, const History* good);

inline constexpr double fold_height = 30;
inline constexpr double first_row = 122;  ///< of the first row; heading and names stand above it

}  // namespace ldfi::results
