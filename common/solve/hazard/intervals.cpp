#include "common/solve/hazard/intervals.hpp"

#include "common/solve/hazard/define.hpp"

namespace ldfi::hazard {

using sat::Literal;

// Defines the literals tick by tick. The literal `until[t]` says that an interval is active now and
// ends at tick t.
Intervals add_intervals(sat::Solver& solver, int last) {
  const auto size = static_cast<std::size_t>(last) + 1;
  Intervals out;
  out.on.resize(size);
  std::vector<Literal> until(size);
  for (int t = 1; t <= last; ++t) {
    const auto now = static_cast<std::size_t>(t);
    std::vector<Literal> on;
    // Literal which says that an interval before this one in the list begins now.
    Literal earlier = 0;
    for (int u = t; u <= last; ++u) {
      const Literal one = solver.new_variable();
      out.all.push_back({t, u, one});
      if (earlier != 0) solver.add({-one, -earlier});
      earlier = any(solver, earlier != 0 ? std::vector{earlier, one} : std::vector{one});
      Literal& open = until[static_cast<std::size_t>(u)];
      open = any(solver, open != 0 ? std::vector{open, one} : std::vector{one});
      on.push_back(open);
    }
    out.begins.push_back(earlier);
    if (t > 1) solver.add({-earlier, -out.on[now - 1]});
    out.on[now] = any(solver, on);
  }
  return out;
}

}  // namespace ldfi::hazard
