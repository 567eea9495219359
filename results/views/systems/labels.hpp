// Finds places for labels of a picture, so that no two stand on each other if that can be.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "results/views/draw/svg.hpp"

namespace ldfi::results {

struct Box {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
};

inline constexpr double label_height = 13;

class Labels {
 public:
  /// Something stands there.
  void take(const Box& box) { taken_.push_back(box); }
  /// The first of the places at which nothing stands yet, else the first; takes it. A place is the
  /// left upper corner.
  Box place(const std::vector<std::string>& lines, const std::vector<Point>& places);
  /// The first of the places at which nothing stands yet, which it takes; nothing if there is none.
  /// A place is the middle.
  std::optional<Box> try_around(const std::vector<std::string>& lines, std::vector<Point> places);
  /// place(), where a place is the middle.
  Box place_around(const std::vector<std::string>& lines, std::vector<Point> places);

 private:
  [[nodiscard]] bool is_free(const Box& box) const;
  std::vector<Box> taken_;
};

/// True if arrows between the same two lines meet on the way: there is no room for long labels.
[[nodiscard]] bool meet(Point from, Point to, Point other_from, Point other_to);

}  // namespace ldfi::results
