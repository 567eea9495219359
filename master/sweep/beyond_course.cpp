#include "master/sweep/beyond_course.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ldfi::sweep {

std::vector<Point> one_step_beyond(const Point& from, const Budgets& budgets, std::size_t nodes) {
  std::vector<Point> out;
  const auto add = [&](auto change) {
    Point point = from;
    change(point);
    out.push_back(std::move(point));
  };
  if (static_cast<std::size_t>(from.crashes) < nodes) add([](Point& p) { ++p.crashes; });
  const int most = std::min(largest_countable_eff(nodes), from.eot - 1);
  if (from.eff < most) add([](Point& p) { ++p.eff; });
  if (from.eot < Fspec::max_eot) add([](Point& p) { ++p.eot; });
  for (const Budgets::Entry& entry : Budgets::entries()) {
    const int number = budgets[entry];
    if (number == 0 || number == Budgets::any) continue;
    add([&](Point& p) { p.budgets[entry] = number + 1; });
  }
  std::ranges::sort(out);
  return out;
}

BeyondCourse::BeyondCourse(Rules rules, Point from, std::vector<Point> beyond)
    : Course(rules), from_(std::move(from)), beyond_(std::move(beyond)) {}

// While one rank searches the given Fspec, other ranks already search the Fspecs beyond it, in case
// the given Fspec will be certified.
std::vector<Query> BeyondCourse::wanted(std::size_t most) const {
  std::vector<Query> queries;
  const auto add = [&](const Point& point) {
    const Query query{point, false};
    if (queries.size() < most && answer_of(query) == nullptr) queries.push_back(query);
  };
  if (finished()) return queries;
  add(from_);
  for (const Point& point : beyond_) add(point);
  return queries;
}

void BeyondCourse::advance() {
  const Cell* report = answer_of({from_, false});
  if (report == nullptr) return;
  if (settled(from_) == nullptr) settle(from_, *report);
  if (settled(from_)->report.verdict != Verdict::certified) {
    finish();
    return;
  }
  for (const Point& point : beyond_) {
    const Cell* answer = answer_of({point, false});
    if (answer != nullptr && settled(point) == nullptr) settle(point, *answer);
  }
  const auto done = [this](const Point& point) { return settled(point) != nullptr; };
  if (std::ranges::all_of(beyond_, done)) finish();
}

void BeyondCourse::abandon(const std::string& reason) {
  if (settled(from_) == nullptr) {
    settle(from_, unfinished(reason));
    return;
  }
  for (const Point& point : beyond_) {
    if (settled(point) == nullptr) settle(point, unfinished(reason));
  }
}

std::string BeyondCourse::conclusion() const {
  const Verdict verdict = settled(from_)->report.verdict;
  if (verdict != Verdict::certified) {
    return fmt::format("{} is not certified, so nothing beyond it was searched", to_text(from_));
  }
  std::vector<std::string> violated;
  std::vector<std::string> certified;
  std::vector<std::string> open;
  for (const Point& point : beyond_) {
    switch (settled(point)->report.verdict) {
      case Verdict::counterexample:
      case Verdict::broken:
        violated.push_back(to_text(point));
        break;
      case Verdict::certified:
      case Verdict::vacuous:
        certified.push_back(to_text(point));
        break;
      case Verdict::inconclusive:
        open.push_back(to_text(point));
    }
  }
  std::string out = fmt::format("one step beyond {}", to_text(from_));
  const auto tell = [&](const std::vector<std::string>& points, const char* what) {
    if (points.empty()) return;
    out += fmt::format("{} {}: {}", out.find(':') == std::string::npos ? "," : ";", what,
                       fmt::join(points, " "));
  };
  tell(violated, "violated");
  tell(certified, "nothing is violated");
  tell(open, "not known");
  return out;
}

}  // namespace ldfi::sweep
