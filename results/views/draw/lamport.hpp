// Space-time diagrams [LAMPORT78]: a line for each process, time downwards, an arrow for each
// message.
#pragma once

#include <string>

#include "common/record/search_result.hpp"
#include "common/record/trace.hpp"
#include "results/views/draw/groups.hpp"
#include "results/views/draw/svg.hpp"

namespace ldfi::results {

/// The judge that decided whether the execution is a violation: the invariant, or specifications.
enum class JudgedBy : std::uint8_t { invariant, specifications };

[[nodiscard]] inline JudgedBy judged_by(const SearchResult& search) {
  return search.specifications.empty() ? JudgedBy::invariant : JudgedBy::specifications;
}

/// Draws the diagram. `title` is its heading, such as "falsifier f1". If labels had to be
/// shortened, the picture says so. The tooltips of arrows and the description then have the full
/// texts.
Svg lamport(const Trace& trace, const std::string& title, JudgedBy by = JudgedBy::invariant,
            const ScheduleMarks* marks = nullptr);

/// Returns the diagram as text for screen readers, one sentence per event.
std::string lamport_in_words(const Trace& trace, JudgedBy by = JudgedBy::invariant,
                             const ScheduleMarks* marks = nullptr);

}  // namespace ldfi::results
