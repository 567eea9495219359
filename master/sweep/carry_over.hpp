// Derives the result of a cell (one Fspec of a sweep) from the result of another cell with the same
// EOT and the same constants. An execution depends only on the program, EOT and the fault set. EFF
// and the limits on faults only decide which fault sets are admissible. FS(c) is the set of fault
// sets that cell c admits, and FS(small) ⊆ FS(large). A falsifier is a counterexample. Then:
//
//   certified  FS(large) has no falsifier, so FS(small) has none. Whether the failure-free run
//              promises anything (vacuous) or is broken depends on EOT alone.
//   first      If small admits the least falsifier of FS(large), this is the least falsifier of
//              FS(small).
//   all        The subsets of a set in FS(small) are in FS(small). So a falsifier in FS(small) is
//              minimal there if and only if it is minimal in FS(large). The minimal falsifiers of
// small
//              are the minimal falsifiers of large that small admits. If small admits none of them,
//              small has no falsifier, because every falsifier has a minimal subset.
//   up         A falsifier of small is a falsifier of large, but large may have smaller falsifiers.
//              So this rule only helps if large's own search did not end.
//
// These rules hold only for complete searches (search::complete). Nothing follows for another EOT,
// because a protocol may recover, or break, later. Nothing follows for other constants, because
// they make it another program.
#pragma once

#include <optional>

#include "common/record/cell.hpp"
#include "master/sweep/point.hpp"

namespace ldfi::sweep {

struct Rules {
  EffMode mode = EffMode::inclusive;
  bool all = false;      ///< searches look for all minimal falsifiers, not only the first
  bool complete = true;  ///< searches are complete (search::complete); if not, nothing follows
};

/// Returns the result that a search of the Fspec `small` would have, except for counts and times.
/// `report` is the result of `large`, which must admit all fault sets of `small`. Returns nullopt
/// if the result of `small` does not follow.
std::optional<Cell> implied(const Rules& rules, const Point& large, const Cell& report,
                            const Point& small);

/// Returns the inconclusive result `large` with the counterexamples of `small`, the result of an
/// Fspec that admits fewer fault sets. Returns nullopt if that adds nothing.
std::optional<Cell> rescued(const Rules& rules, const Cell& large, const Cell& small);

}  // namespace ldfi::sweep
