// Finds the place of an argument of a literal or head in the source. Some diagnostics need it, but
// the program stores only the place of the literal.
#pragma once

#include "common/base/diagnostic.hpp"

namespace ldfi::dedalus {

/// Returns the place of the first token of argument `index` (from 0) of the literal or head that
/// begins at `atom`. Returns `atom` if there is no such argument.
SourceRange argument_range(const SourceSet& sources, SourceRange atom, std::size_t index);

}  // namespace ldfi::dedalus
