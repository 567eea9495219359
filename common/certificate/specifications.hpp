// Specifications with names: they observe a protocol, and change nothing of it (docs/SEMANTICS.md, section 4).
#pragma once

#include <cstddef>
#include <string>

#include "common/certificate/program.hpp"

namespace ldfi::certificate {

/// How pre and post are called among specifications.
inline const std::string invariant = "invariant";

inline constexpr std::size_t most_specifications = 10'000;

/// Whether facts or rules of the protocol mention it.
bool in_protocol(const Program& program, int relation);
/// Whether facts or rules of specifications derive it.
bool is_observed(const Program& program, int relation);

/// Throws Rejected where specifications are more than observers, or not what specifications are.
void require_observers(const Program& program, const std::string& pre, const std::string& post);

}  // namespace ldfi::certificate
