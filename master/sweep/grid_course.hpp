// Every point of a grid. The cells of one EOT are taken from the largest fault space to the
// smaller ones, since most of these follow from it (carry_over.hpp); those of different EOTs are
// independent.
#pragma once

#include "master/sweep/course.hpp"

namespace ldfi::sweep {

class GridCourse final : public Course {
 public:
  /// `points`: distinct.
  GridCourse(Rules rules, std::vector<Point> points);
  [[nodiscard]] std::vector<Query> wanted(std::size_t most) const override;

 private:
  void advance() override;
  void abandon(const std::string& reason) override;
  /// Settles the cells of a column whose turn has come.
  void advance_column(const std::vector<Point>& column);
  /// What it follows from, with the report: the first cell before it that implies it.
  [[nodiscard]] std::optional<std::pair<Point, Cell>> implied_by(const std::vector<Point>& column,
                                                                 const Point& point) const;
  [[nodiscard]] bool ready(const std::vector<Point>& column, const Point& point) const;
  void rescue(const std::vector<Point>& column);

  std::vector<std::vector<Point>> columns_;  ///< by EOT; larger EFF and more crashes come first
};

}  // namespace ldfi::sweep
