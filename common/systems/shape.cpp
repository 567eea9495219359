#include "common/systems/shape.hpp"

#include <xxhash.h>

#include <initializer_list>

#include "common/base/text.hpp"
#include "common/systems/event_rows.hpp"

namespace ldfi::systems {
namespace {

std::uint64_t add(std::uint64_t hash, const std::string& text) {
  return XXH3_64bits_withSeed(text.data(), text.size(), hash);
}

}  // namespace

bool is_fault(const Event& event) {
  const bool fate =
      event.fate != Fate::ok && event.fate != Fate::dead && event.fate != Fate::pending;
  return row_of(event.kind).is_fault || (event.kind == EventKind::send && fate);
}

Shape shape_of(const Recording& recording) {
  Shape out;
  bool before = true;
  std::string fate;
  for (const Event& event : recording.events) {
    before = before && !is_fault(event);
    out.whole = add(out.whole, event.said);
    fate.clear();
    for (const std::int64_t one : {static_cast<std::int64_t>(event.fate),
                                   event.arrives.value_or(-1), event.again.value_or(-1)}) {
      if (!fate.empty()) fate += ' ';
      append_number(one, fate);
    }
    out.whole = add(out.whole, fate);
    if (before) out.before = add(out.before, event.said);
  }
  return out;
}

}  // namespace ldfi::systems
