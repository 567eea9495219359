#include "master/sweep/proved.hpp"

#include <algorithm>

namespace ldfi::sweep {

Family family_of(const Point& point) {
  Family out{point.variant, point.params, point.budgets};
  int& omissions = out.budgets.of<Omission>();
  if (omissions != 0) omissions = Budgets::any;
  out.budgets[Budgets::faults] = Budgets::any;
  return out;
}

int calm_of(const Point& point, EffMode mode) {
  return point.eot - (mode == EffMode::inclusive ? point.eff : std::max(0, point.eff - 1));
}

bool covers(const Proved& proved, const Point& point, EffMode mode) {
  return proved.family == family_of(point) && proved.crashes >= point.crashes &&
         point.eot >= proved.from && (!proved.calm || calm_of(point, mode) >= *proved.calm);
}

}  // namespace ldfi::sweep
