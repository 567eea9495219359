#include "common/farm/wire/assignment_texts.hpp"

#include <algorithm>

#include "common/base/text.hpp"
#include "common/farm/wire/codec.hpp"
#include "common/systems/faults/fault_text.hpp"

namespace ldfi::wire {

AssignmentTexts texts_of(const systems::Assignment& assignment) {
  AssignmentTexts out{systems::to_texts(assignment.faults),
                      assignment.deliveries.has_value(),
                      systems::to_texts(assignment.deliveries),
                      0,
                      {}};
  if (!assignment.draw) return out;
  out.draw = assignment.draw->number;
  const auto& chances = assignment.draw->chances.values;
  out.chances.assign(chances.begin(), chances.end());
  return out;
}

systems::Assignment assignment_of(const AssignmentTexts& texts) {
  systems::Assignment out;
  for (const std::string& text : texts.faults) {
    const std::string problem = systems::add_or_explain(out.faults, text);
    if (!problem.empty()) throw DecodeError(problem);
  }
  if (texts.some) out.deliveries.emplace();
  for (const std::string& text : texts.deliveries) {
    if (!out.deliveries)
      throw DecodeError("the job lists the delivery " + shown(text) +
                        ", but delivers all messages");
    const std::string problem = systems::add_or_explain(*out.deliveries, text);
    if (!problem.empty()) throw DecodeError(problem);
  }
  if (texts.draw == 0 && texts.chances.empty()) return out;
  systems::Draw draw{texts.draw};
  const auto too_large = [](std::uint32_t chance) { return chance > systems::certain; };
  if (texts.draw == 0 || texts.chances.size() != draw.chances.values.size() ||
      std::ranges::any_of(texts.chances, too_large)) {
    throw DecodeError("a draw does not have one probability for each kind of fault");
  }
  std::ranges::copy(texts.chances, draw.chances.values.begin());
  out.draw = draw;
  return out;
}

}  // namespace ldfi::wire
