#include "common/base/meter.hpp"

#include <algorithm>

#include "common/base/errors.hpp"
#include "common/base/work.hpp"

namespace ldfi {
namespace {

/// Units of WorkBound that one interval of steps costs. A step of a Meter takes about a tenth of
/// the time of a decision of a SAT solver.
constexpr std::uint64_t units_of_interval = 10;

}  // namespace

void Meter::limit(std::uint64_t steps, std::string text) {
  stop_ = steps_ + steps;
  pause_ = std::min(pause_, stop_);
  text_ = std::move(text);
}

void Meter::lift() {
  stop_ = never;
}

void Meter::pause() {
  if (steps_ >= stop_) throw BudgetExceeded("steps", text_);
  WorkBound::count(units_of_interval);
  if (check_) check_();
  pause_ = std::min(steps_ + interval, stop_);
}

}  // namespace ldfi
