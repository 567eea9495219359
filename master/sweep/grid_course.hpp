// Searches every point of a grid. Cells with the same EOT and constants are searched from the largest fault
// space to the smallest, because most smaller cells follow from a larger one (carry_over.hpp). Other cells
// are independent.
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
  /// Settles the cells of a column whose results are known or follow from others.
  void advance_column(const std::vector<Point>& column);
  /// Looks for the first cell before `point` in the column from which its result follows. Returns that cell
  /// and the result, or nullopt.
  [[nodiscard]] std::optional<std::pair<Point, Cell>> implied_by(const std::vector<Point>& column,
                                                                 const Point& point) const;
  [[nodiscard]] bool ready(const std::vector<Point>& column, const Point& point) const;
  void rescue(const std::vector<Point>& column);

  std::vector<std::size_t> open_;  ///< numbers of the columns that have cells without a result
  std::vector<std::vector<Point>>
      /// One column for each EOT and variant, sorted by descending EFF and crashes.
      columns_;
};

}  // namespace ldfi::sweep
