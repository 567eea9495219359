// Finds an argument of an atom in the source again, because some diagnostics only have the place of
// the atom.
#pragma once

#include "common/base/diagnostic.hpp"

namespace ldfi::dedalus {

/// Returns the place of the first token of argument `index` (from 0) of the atom at `atom`. Returns
/// `atom` itself if there is no such argument.
SourceRange argument_range(const SourceSet& sources, SourceRange atom, std::size_t index);

}  // namespace ldfi::dedalus
