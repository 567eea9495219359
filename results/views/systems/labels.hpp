// Finds places for the labels of a picture, at which they overlap as little as possible.
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
  /// Marks the box as taken.
  void take(const Box& box) { taken_.push_back(box); }
  /// Takes the first of the places that is free or, if none is free, the first place. Returns its box. A
  /// place is the upper left corner of the label.
  Box place(const std::vector<std::string>& lines, const std::vector<Point>& places);
  /// Takes the first of the places that is free and returns its box, or returns nullopt if none is free. A
  /// place is the middle of the label.
  std::optional<Box> try_around(const std::vector<std::string>& lines, std::vector<Point> places);
  /// Takes a place as place() does. A place is the middle of the label.
  Box place_around(const std::vector<std::string>& lines, std::vector<Point> places);

 private:
  [[nodiscard]] bool is_free(const Box& box) const;
  std::vector<Box> taken_;
};

/// Returns true if two arrows run between the same two lines in opposite directions at the same height. Such
/// arrows leave no space for long labels.
[[nodiscard]] bool meet(Point from, Point to, Point other_from, Point other_to);

}  // namespace ldfi::results
