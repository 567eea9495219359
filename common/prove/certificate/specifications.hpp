// Specifications with names: they observe a protocol, and change nothing of it (docs/explanation/verdicts.md).
#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

/// How pre and post are called among specifications.
inline const std::string invariant = "invariant";

inline constexpr std::size_t most_specifications = 10'000;

/// The relations that the protocol and the specifications give, and those that they read.
struct Uses {
  explicit Uses(const Program& program);
  std::set<int> of_protocol, of_specifications, protocol_reads, specifications_read;
};

/// Whether facts or rules of the protocol mention it.
bool in_protocol(const Program& program, int relation);

/// Throws Rejected where specifications are more than observers, or not what specifications are.
void require_observers(const Program& program, const std::string& pre, const std::string& post);

}  // namespace ldfi::certificate
