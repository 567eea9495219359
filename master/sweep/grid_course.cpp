#include "master/sweep/grid_course.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "common/base/contract.hpp"

namespace ldfi::sweep {

GridCourse::GridCourse(Rules rules, std::vector<Point> points) : Course(rules) {
  // In descending order, a point (Fspec) comes before all points with a smaller fault space.
  std::sort(points.begin(), points.end(), std::greater<>());
  std::map<std::pair<int, std::size_t>, std::vector<Point>> columns;
  for (Point& point : points) columns[{point.eot, point.variant}].push_back(std::move(point));
  for (auto& [of, column] : columns) {
    open_.push_back(columns_.size());
    columns_.push_back(std::move(column));
  }
  if (columns_.empty()) finish();
}

std::vector<Query> GridCourse::wanted(std::size_t most) const {
  std::vector<Query> needed;
  std::vector<Query> guesses;
  for (const std::size_t index : open_) {
    const auto& column = columns_[index];
    for (const Point& point : column) {
      if (needed.size() >= most) return needed;
      const Query query{point, false};
      if (settled(point) != nullptr || answer_of(query) != nullptr) continue;
      (ready(column, point) ? needed : guesses).push_back(query);
    }
  }
  for (const Query& guess : guesses) {
    if (needed.size() >= most) break;
    needed.push_back(guess);
  }
  return needed;
}

bool GridCourse::ready(const std::vector<Point>& column, const Point& point) const {
  if (!rules().complete) return true;
  return std::all_of(column.begin(), column.end(), [&](const Point& other) {
    return other == point || !contains(other, point) || settled(other) != nullptr;
  });
}

std::optional<std::pair<Point, Cell>> GridCourse::implied_by(const std::vector<Point>& column,
                                                             const Point& point) const {
  for (const Point& other : column) {
    const Settled* cell = other == point || !contains(other, point) ? nullptr : settled(other);
    if (cell == nullptr) continue;
    if (auto report = implied(rules(), other, cell->report, point)) {
      return std::pair{cell->from.value_or(other), std::move(*report)};
    }
  }
  return std::nullopt;
}

void GridCourse::advance_column(const std::vector<Point>& column) {
  for (const Point& point : column) {
    if (settled(point) != nullptr || !ready(column, point)) continue;
    if (auto found = implied_by(column, point)) {
      settle(point, std::move(found->second), found->first);
    } else if (const auto* report = answer_of({point, false})) {
      settle(point, *report);
    }
  }
}

// If the search of a cell ended without an answer, the cell gets the counterexample of a smaller
// cell, if there is one.
void GridCourse::rescue(const std::vector<Point>& column) {
  for (const Point& large : column) {
    for (const Point& small : column) {
      if (large == small || !contains(large, small)) continue;
      auto report = rescued(rules(), settled(large)->report, settled(small)->report);
      if (!report) continue;
      settle(large, std::move(*report), settled(small)->from.value_or(small));
      break;
    }
  }
}

void GridCourse::advance() {
  std::erase_if(open_, [this](std::size_t index) {
    advance_column(columns_[index]);
    return std::ranges::all_of(columns_[index],
                               [this](const Point& p) { return settled(p) != nullptr; });
  });
  if (!open_.empty()) return;
  for (const auto& column : columns_) rescue(column);
  finish();
}

void GridCourse::abandon(const std::string& reason) {
  for (const auto& column : columns_) {
    for (const Point& point : column) {
      if (settled(point) != nullptr) continue;
      if (auto found = implied_by(column, point)) {
        settle(point, std::move(found->second), found->first);
      } else {
        const auto* report = answer_of({point, false});
        settle(point, report == nullptr ? unfinished(reason) : *report);
      }
    }
    rescue(column);
  }
}

}  // namespace ldfi::sweep
