// Finds out how close a certificate is to its limits. It searches the Fspec itself. If that is certified,
// it searches every Fspec one step beyond it: one more crash, EFF one tick later, EOT one tick later, and
// one more fault of each other kind that has a numeric limit. A counterexample there is the least fault
// set of its Fspec.
#pragma once

#include "master/sweep/course.hpp"

namespace ldfi::sweep {

/// Returns the points one step beyond that are Fspecs, in the order of their names. `budgets` are those
/// of the Fspec; limits that are 0 or `any` stay.
std::vector<Point> one_step_beyond(const Point& from, const Budgets& budgets, std::size_t nodes);

class BeyondCourse final : public Course {
 public:
  BeyondCourse(Rules rules, Point from, std::vector<Point> beyond);
  [[nodiscard]] std::vector<Query> wanted(std::size_t most) const override;
  [[nodiscard]] std::optional<Point> decisive() const override { return from_; }
  [[nodiscard]] std::string conclusion() const override;

 private:
  void advance() override;
  void abandon(const std::string& reason) override;

  Point from_;
  std::vector<Point> beyond_;
};

}  // namespace ldfi::sweep
