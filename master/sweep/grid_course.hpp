// Searches every point of a grid. The cells of one EOT, and of one program, are searched from the largest fault space
// down, since most of the smaller ones follow from it (carry_over.hpp). Others are
// independent.
#pragma once

#include "master/sweep/course.hpp"

namespace ldfi::sweep {

class GridCourse final : public Course {
 public:
  /// `points` must be distinct.
  GridCourse(Rules rules, std::vector<Point> points);
  [[nodiscard]] std::vector<Query> wanted(std::size_t most) const override;

 private:
  void advance() override;
  void abandon(const std::string& reason) override;
  /// Settles the cells of a column whose turn has come.
  void advance_column(const std::vector<Point>& column);
  /// The first cell before `point` that implies it, and the implied report.
  [[nodiscard]] std::optional<std::pair<Point, Cell>> implied_by(const std::vector<Point>& column,
                                                                 const Point& point) const;
  [[nodiscard]] bool ready(const std::vector<Point>& column, const Point& point) const;
  void rescue(const std::vector<Point>& column);

  std::vector<std::size_t> open_;  ///< columns with an open cell
  std::vector<std::vector<Point>>
      columns_;  ///< of one EOT and variant; larger EFF and more crashes first
};

}  // namespace ldfi::sweep
