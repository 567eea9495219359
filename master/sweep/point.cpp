#include "master/sweep/point.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/record/cell_names.hpp"

namespace ldfi::sweep {

std::string to_text(const Point& point) {
  return fmt::format("<{},{},{}{}{}>", point.eot, point.eff, point.crashes, to_text(point.budgets),
                     params_in_name(point.params));
}

bool contains(const Point& large, const Point& small) {
  return large.eot == small.eot && large.variant == small.variant && large.eff >= small.eff &&
         large.crashes >= small.crashes &&
         std::ranges::all_of(Budgets::entries(), [&](const Budgets::Entry& entry) {
           return large.budgets[entry] >= small.budgets[entry];
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

/// Returns every combination of the fault limits that the sweep varies.
std::vector<Budgets> all_budgets(const Axes& axes) {
  std::vector<Budgets> out(1);
  for (const auto& [entry, values] : axes.budgets) {
    std::vector<Budgets> more;
    for (const Budgets& each : out) {
      for (const int value : values) {
        more.push_back(each);
        more.back()[entry] = value;
      }
    }
    out = std::move(more);
  }
  return out;
}

}  // namespace

std::vector<std::vector<std::string>> variants(
    const std::vector<std::vector<std::string>>& params) {
  std::vector<std::vector<std::string>> out(1);
  for (const auto& axis : params) {
    std::vector<std::vector<std::string>> more;
    for (const auto& each : out) {
      for (std::size_t i = 1; i < axis.size(); ++i) {
        more.push_back(each);
        more.back().push_back(fmt::format("{}={}", axis.front(), axis[i]));
      }
    }
    out = std::move(more);
  }
  return out;
}

Grid make_grid(const Axes& axes, std::size_t nodes) {
  Grid grid;
  const int max_eff = largest_countable_eff(nodes);
  const std::vector<Budgets> budgets = all_budgets(axes);
  const auto params = variants(axes.params);
  for (const int eot : axes.eot) {
    for (const int eff : axes.eff) {
      for (const int crashes : axes.crashes) {
        const bool valid =
            eff < eot && eff <= max_eff && static_cast<std::size_t>(crashes) <= nodes;
        if (!valid) grid.skipped += budgets.size() * params.size();
        for (const Budgets& each : budgets) {
          for (std::size_t v = 0; valid && v < params.size(); ++v) {
            grid.points.push_back({eot, eff, crashes, each, v, params[v]});
          }
        }
      }
    }
  }
  std::sort(grid.points.begin(), grid.points.end());
  return grid;
}

}  // namespace ldfi::sweep
