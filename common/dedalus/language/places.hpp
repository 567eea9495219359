// Warns about rules that access the memory of another node (docs/reference/dedalus.md). A node
// learns about other nodes only by messages. So a rule of the protocol that reads another node's
// memory is a mistake: often an `@async` is missing.
#pragma once

#include "common/dedalus/language/program.hpp"
#include "common/dedalus/language/report.hpp"

namespace ldfi::dedalus {

/// Warns about rules of the protocol that read (code `remote-read`) or derive (code `remote-write`)
/// tuples of another node without a message. Rules that serve only the invariant or a specification
/// may do so. Requires that Program::nodes, the invariant and the specifications are known.
void warn_remote(const Program& program, Report& report);

}  // namespace ldfi::dedalus
