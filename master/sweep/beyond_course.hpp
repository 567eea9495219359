// How close a certificate is to its end: the Fspec itself, and, if it is certified, every Fspec one
// step beyond it: one more crash, EFF one tick later, EOT one tick later, and one more of each other
// kind of fault that it limits to a number of its own. A counterexample of one of these is the least
// fault set of that Fspec.
#pragma once

#include "master/sweep/course.hpp"

namespace ldfi::sweep {

/// The points one step beyond, in the order of their names; only those that are Fspecs. `budgets`
/// are those of the Fspec: numbers that are 0 or `any` stay.
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
