// The written form of an execution of a real system that a job requests. On the wire and in
// journals, its faults and messages are texts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/systems/faults/assignment.hpp"

namespace ldfi::wire {

struct AssignmentTexts {
  std::vector<std::string> faults;
  /// True if only the messages in `deliveries` are delivered between nodes, false if all are.
  bool some = false;
  std::vector<std::string> deliveries;
  std::uint64_t draw = 0;  ///< number of the random draw of faults; 0 if no faults are drawn
  /// Probabilities of the draw, see systems::Chances; empty if `draw` is 0.
  std::vector<std::uint32_t> chances;
};

[[nodiscard]] AssignmentTexts texts_of(const systems::Assignment& assignment);
/// Returns the assignment with this written form. Throws DecodeError if a text cannot be read, two
/// faults exclude each other, or a chance is above 1.
[[nodiscard]] systems::Assignment assignment_of(const AssignmentTexts& texts);

}  // namespace ldfi::wire
