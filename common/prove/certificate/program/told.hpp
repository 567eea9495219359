// What ldfi-check prints of a claim that it accepts.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "common/prove/certificate/claim.hpp"

namespace ldfi::certificate {

/// Words of strangers: a terminal sees no control character of theirs.
void line(const std::string& what, const std::string& text);
/// Prints an error to the standard error stream, behind the name of the program.
void complain(const std::string& text);

using Line = std::pair<std::string, std::string>;
/// Nodes, who may fail, and what is promised: what a claim is about, but for its program and its numbers.
std::vector<Line> subject(const Claim& claim, const Questions& asked);

/// All of it.
void tell(const Claim& claim, const Questions& asked);
/// Of a cell of a sweep, in one line.
void tell_cell(const std::string& name, const Claim& claim);
/// Of the one of its specifications that has this name, in one line.
void tell_specification(const std::string& name, const Claim& claim);

}  // namespace ldfi::certificate
