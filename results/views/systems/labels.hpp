// Chooses positions for the labels of a picture, so that they overlap as little as possible.
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
  /// Makes the area of the box unavailable for labels.
  void take(const Box& box) { taken_.push_back(box); }
  /// Puts a label at the first of `places` that is free. If none is free, puts it at the first of
  /// them. Returns the area of the label. `places` are upper left corners.
  Box place(const std::vector<std::string>& lines, const std::vector<Point>& places);
  /// Puts a label at the first of `places` that is free, and returns its area. Returns nullopt if
  /// none is free. `places` are centres of the label.
  std::optional<Box> try_around(const std::vector<std::string>& lines, std::vector<Point> places);
  /// Does the same as place(), but `places` are centres of the label.
  Box place_around(const std::vector<std::string>& lines, std::vector<Point> places);

 private:
  [[nodiscard]] bool is_free(const Box& box) const;
  std::vector<Box> taken_;
};

/// Returns true if two arrows run between the same two lines in opposite directions, and their
/// heights overlap. Such arrows leave no space for long labels.
[[nodiscard]] bool meet(Point from, Point to, Point other_from, Point other_to);

}  // namespace ldfi::results
