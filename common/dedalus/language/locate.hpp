// Finds the argument of an atom again, for diagnostics that are found when only the atom's place is
// still known.
#pragma once

#include "common/base/diagnostic.hpp"

namespace ldfi::dedalus {

/// The first token of argument `index` (from 0) of the atom that starts at `atom`; `atom` itself if
/// there is no such argument.
SourceRange argument_range(const SourceSet& sources, SourceRange atom, std::size_t index);

}  // namespace ldfi::dedalus
