#include "master/sweep/point.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace ldfi::sweep {

std::string to_text(const Point& point) {
  return fmt::format("<{},{},{}{}>", point.eot, point.eff, point.crashes, to_text(point.budgets));
}

bool contains(const Point& large, const Point& small) {
  return large.eot == small.eot && large.eff >= small.eff && large.crashes >= small.crashes &&
         std::ranges::all_of(Budgets::entries(), [&](const Budgets::Entry& entry) {
           return large.budgets.*entry.of >= small.budgets.*entry.of;
         });
}

bool admits(const Point& point, EffMode mode, const FaultSet& faults) {
  return within(faults, point.eff, mode, point.crashes) && within(faults, point.budgets);
}

int largest_eff(int eot, EffMode mode) {
  return std::max(0, mode == EffMode::inclusive ? eot - 2 : eot - 1);
}

int largest_countable_eff(std::size_t nodes) {
  if (nodes < 2) return Fspec::max_eot;
  const std::uint64_t most = Fspec::max_omissions / (nodes * (nodes - 1));
  return static_cast<int>(std::min<std::uint64_t>(most, Fspec::max_eot));
}

namespace {

/// Every combination of the budgets that are varied.
std::vector<Budgets> all_budgets(const Axes& axes) {
  std::vector<Budgets> out(1);
  for (const auto& [of, values] : axes.budgets) {
    std::vector<Budgets> more;
    for (const Budgets& each : out) {
      for (const int value : values) {
        more.push_back(each);
        more.back().*of = value;
      }
    }
    out = std::move(more);
  }
  return out;
}

}  // namespace

Grid make_grid(const Axes& axes, std::size_t nodes) {
  Grid grid;
  const int max_eff = largest_countable_eff(nodes);
  const std::vector<Budgets> budgets = all_budgets(axes);
  for (const int eot : axes.eot) {
    for (const int eff : axes.eff) {
      for (const int crashes : axes.crashes) {
        const bool valid =
            eff < eot && eff <= max_eff && static_cast<std::size_t>(crashes) <= nodes;
        if (!valid) grid.skipped += budgets.size();
        for (const Budgets& each : budgets) {
          if (valid) grid.points.push_back({eot, eff, crashes, each});
        }
      }
    }
  }
  std::sort(grid.points.begin(), grid.points.end());
  return grid;
}

}  // namespace ldfi::sweep
