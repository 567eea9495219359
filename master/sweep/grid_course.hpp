// Searches every point of a grid. The cells with the same EOT and constants are searched from the largest
// fault space down, since most smaller ones follow from it (carry_over.hpp). Other cells are independent.
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
  /// Settles the cells of a column that can be settled now.
  void advance_column(const std::vector<Point>& column);
  /// Returns the first cell before `point` that implies it, and the implied report, or nullopt.
  [[nodiscard]] std::optional<std::pair<Point, Cell>> implied_by(const std::vector<Point>& column,
                                                                 const Point& point) const;
  [[nodiscard]] bool ready(const std::vector<Point>& column, const Point& point) const;
  void rescue(const std::vector<Point>& column);

  std::vector<std::size_t> open_;  ///< columns with an open cell
  std::vector<std::vector<Point>>
      /// One column for each EOT and variant; larger EFF and more crashes come first.
      columns_;
};

}  // namespace ldfi::sweep
