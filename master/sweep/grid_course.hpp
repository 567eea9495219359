// Searches every point of a grid. Each point is one Fspec, and its result is a cell. Cells with the
// same EOT and constants are searched from the largest fault space to the smallest, because most
// smaller cells follow from a larger one (carry_over.hpp). No result follows for cells with another
// EOT or other constants.
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
  /// Gives results to the cells of a column that were searched, or whose results follow from other
  /// cells.
  void advance_column(const std::vector<Point>& column);
  /// Looks in the column for the first cell before `point` from which the result of `point`
  /// follows. Returns that cell and the result, or nullopt.
  [[nodiscard]] std::optional<std::pair<Point, Cell>> implied_by(const std::vector<Point>& column,
                                                                 const Point& point) const;
  [[nodiscard]] bool ready(const std::vector<Point>& column, const Point& point) const;
  void rescue(const std::vector<Point>& column);

  std::vector<std::size_t> open_;  ///< numbers of the columns in which a point (Fspec) has no
                                   ///< result yet
  std::vector<std::vector<Point>>
      /// For each EOT and combination of constants, the points (Fspecs) by descending EFF and
      /// crashes.
      columns_;
};

}  // namespace ldfi::sweep
