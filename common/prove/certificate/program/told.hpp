// Prints the claims that ldfi-check accepts.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "common/prove/certificate/claim.hpp"

namespace ldfi::certificate {

/// Prints a line with the control characters of untrusted texts escaped.
void line(const std::string& what, const std::string& text);
/// Prints an error on stderr, after the name of the program.
void complain(const std::string& text);

using Line = std::pair<std::string, std::string>;
/// Returns the subject of a claim, except its program and its numbers: the nodes, which of them may
/// fail, and what is promised.
std::vector<Line> subject(const Claim& claim, const Questions& asked);

/// Prints the whole claim.
void tell(const Claim& claim, const Questions& asked);
/// Prints the claim of a sweep's cell in one line.
void tell_cell(const std::string& name, const Claim& claim);
/// Prints the claim about the specification with this name in one line.
void tell_specification(const std::string& name, const Claim& claim);

}  // namespace ldfi::certificate
