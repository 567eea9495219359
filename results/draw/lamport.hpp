// Space-time diagrams [LAMPORT78]: a line for each process, time downwards, an arrow for each
// message.
#pragma once

#include <string>

#include "common/record/trace.hpp"
#include "results/draw/svg.hpp"

namespace ldfi::results {

/// Draws the diagram. `title` is the heading, such as "falsifier f1". The picture says if it
/// shortens labels; the whole texts are then in its titles and in its description.
Svg lamport(const Trace& trace, const std::string& title);

/// The same as text, one sentence for each event, which a screen reader reads.
std::string lamport_in_words(const Trace& trace);

}  // namespace ldfi::results
