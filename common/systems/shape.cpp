#include "common/systems/shape.hpp"

#include <fmt/core.h>
#include <xxhash.h>

namespace ldfi::systems {
namespace {

std::uint64_t add(std::uint64_t hash, const std::string& text) {
  return XXH3_64bits_withSeed(text.data(), text.size(), hash);
}

}  // namespace

bool is_fault(const Event& event) {
  const bool fate = event.fate != Fate::ok && event.fate != Fate::dead;
  return event.kind == EventKind::crash || (event.kind == EventKind::send && fate);
}

Shape shape_of(const Recording& recording) {
  Shape out;
  bool before = true;
  for (const Event& event : recording.events) {
    before = before && !is_fault(event);
    out.whole = add(out.whole, event.said);
    out.whole = add(out.whole, fmt::format("{} {} {}", static_cast<int>(event.fate),
                                           event.arrives.value_or(-1), event.again.value_or(-1)));
    if (before) out.before = add(out.before, event.said);
  }
  return out;
}

}  // namespace ldfi::systems
