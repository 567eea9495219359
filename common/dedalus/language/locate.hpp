// Finds an argument of an atom in the source again. Some diagnostics come so late that only the
// place of the atom is known.
#pragma once

#include "common/base/diagnostic.hpp"

namespace ldfi::dedalus {

/// The first token of argument `index` (from 0) of the atom at `atom`; `atom` itself if there is no
/// such argument.
SourceRange argument_range(const SourceSet& sources, SourceRange atom, std::size_t index);

}  // namespace ldfi::dedalus
