// Space-time diagrams [LAMPORT78]: a line for each process, time downwards, an arrow for each
// message.
#pragma once

#include <string>

#include "results/draw/svg.hpp"
#include "results/trace/trace.hpp"

namespace ldfi::results {

/// `title` is the heading, such as "falsifier f1". Labels that are too long are shortened, which
/// the picture says; their whole texts stand in its titles and in its description.
Svg lamport(const Subject& subject, const Trace& trace, const std::string& title);

/// The same as text, a sentence for each event: what a screen reader says.
std::string lamport_in_words(const Subject& subject, const Trace& trace);

}  // namespace ldfi::results
