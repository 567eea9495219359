// Space-time diagrams [LAMPORT78]: a line for each process, time downwards, an arrow for each
// message.
#pragma once

#include <string>

#include "common/record/search_result.hpp"
#include "common/record/trace.hpp"
#include "results/views/draw/groups.hpp"
#include "results/views/draw/svg.hpp"

namespace ldfi::results {

/// What the execution was judged by.
enum class JudgedBy : std::uint8_t { invariant, specifications };

[[nodiscard]] inline JudgedBy judged_by(const SearchResult& search) {
  return search.specifications.empty() ? JudgedBy::invariant : JudgedBy::specifications;
}

/// Draws the diagram. `title` is the heading, such as "falsifier f1". The picture says if it
/// shortens labels; the whole texts are then in its titles and in its description.
Svg lamport(const Trace& trace, const std::string& title, JudgedBy by = JudgedBy::invariant,
            const ScheduleMarks* marks = nullptr);

/// The same as text, one sentence for each event, which a screen reader reads.
std::string lamport_in_words(const Trace& trace, JudgedBy by = JudgedBy::invariant,
                             const ScheduleMarks* marks = nullptr);

}  // namespace ldfi::results
