// Prints the claims of the certificates that ldfi-check accepts.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "common/prove/certificate/claim.hpp"

namespace ldfi::certificate {

/// Prints `what` and `text` as a line with two columns. Escapes control characters, because texts
/// may come from untrusted sources.
void line(const std::string& what, const std::string& text);
/// Prints an error on stderr, after the name of the program.
void print_error(const std::string& text);

using Line = std::pair<std::string, std::string>;
/// Returns what a claim is about, without its program and its numbers: the nodes, which of them may
/// fail, and the promises.
std::vector<Line> subject(const Claim& claim, const Questions& asked);

/// Prints the whole claim.
void print_claim(const Claim& claim, const Questions& asked);
/// Prints the claim about a cell of a sweep in one line.
void print_cell(const std::string& name, const Claim& claim);
/// Prints the claim about the specification with this name in one line.
void print_specification(const std::string& name, const Claim& claim);

}  // namespace ldfi::certificate
