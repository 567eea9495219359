// Checks that named specifications observe a protocol without changing it
// (docs/explanation/verdicts.md).
#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

/// The name of the promise that every tuple in `pre` at the end is also in `post`.
inline const std::string invariant = "invariant";

inline constexpr std::size_t most_specifications = 10'000;

/// The relations that the protocol and the specifications derive, and the relations that they read.
struct Uses {
  explicit Uses(const Program& program);
  std::set<int> of_protocol, of_specifications, protocol_reads, specifications_read;
};

/// Returns true if facts or rules of the protocol, that is, outside specifications, mention the
/// relation.
bool in_protocol(const Program& program, int relation);

/// Throws Rejected if a specification is malformed, or if specifications change the protocol. `pre`
/// and `post` are the names of the relations of the invariant.
void require_observers(const Program& program, const std::string& pre, const std::string& post);

}  // namespace ldfi::certificate
