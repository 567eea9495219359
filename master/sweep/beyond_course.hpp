// A sweep around one Fspec (failure specification), which shows how close a certificate is to its
// limits. It searches the given Fspec first. If that Fspec is certified, it searches every Fspec
// that is one step beyond: one more crash, EFF one tick later, EOT one tick later, or one more
// fault of another kind that has a numeric limit. A counterexample beyond the given Fspec is the
// least fault set of its Fspec.
#pragma once

#include "master/sweep/course.hpp"

namespace ldfi::sweep {

/// Returns the points one step beyond `from` that are valid Fspecs, in the order of their names.
/// `budgets` has the limits on faults. A limit that is 0 or `any` is not raised.
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
