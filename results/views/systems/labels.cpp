#include "results/views/systems/labels.hpp"

#include <algorithm>

#include "results/views/draw/text_fit.hpp"

namespace ldfi::results {
namespace {

constexpr double letter = 6.7;

Point size_of(const std::vector<std::string>& lines) {
  std::size_t width = 0;
  for (const std::string& line : lines) width = std::max(width, display_width(line));
  return {static_cast<double>(width) * letter + 4,
          static_cast<double>(lines.size()) * label_height};
}

}  // namespace

bool Labels::is_free(const Box& box) const {
  return std::ranges::none_of(taken_, [&box](const Box& other) {
    return box.left < other.right && other.left < box.right && box.top < other.bottom &&
           other.top < box.bottom;
  });
}

Box Labels::place(const std::vector<std::string>& lines, const std::vector<Point>& places) {
  const Point size = size_of(lines);
  const auto box_at = [&size](Point at) { return Box{at.x, at.y, at.x + size.x, at.y + size.y}; };
  const auto free = std::ranges::find_if(places, [&](Point at) { return is_free(box_at(at)); });
  const Box box = box_at(free == places.end() ? places.front() : *free);
  take(box);
  return box;
}

Box Labels::place_around(const std::vector<std::string>& lines, std::vector<Point> places) {
  const Point size = size_of(lines);
  for (Point& place : places) place = {place.x - size.x / 2, place.y - size.y / 2};
  return place(lines, places);
}

std::optional<Box> Labels::try_around(const std::vector<std::string>& lines,
                                      std::vector<Point> places) {
  const Point size = size_of(lines);
  std::erase_if(places, [&](Point at) {
    return !is_free({at.x - size.x / 2, at.y - size.y / 2, at.x + size.x / 2, at.y + size.y / 2});
  });
  return places.empty() ? std::nullopt : std::optional(place_around(lines, places));
}

bool meet(Point from, Point to, Point other_from, Point other_to) {
  const auto [top, bottom] = std::minmax(from.y, to.y);
  const auto [other_top, other_bottom] = std::minmax(other_from.y, other_to.y);
  return from.x == other_to.x && to.x == other_from.x && top < other_bottom && other_top < bottom;
}

}  // namespace ldfi::results
